// SPDX-License-Identifier: Apache-2.0
/// Reads the YAML that operators write: small files of names, texts and lists. Loaded only where a file is given.
@NullMarked
package dev.lockstep.agent.yaml;

import org.jspecify.annotations.NullMarked;
