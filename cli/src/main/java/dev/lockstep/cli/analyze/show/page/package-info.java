// SPDX-License-Identifier: Apache-2.0
/// An analysis as one page that needs nothing else: figures, tables and charts drawn as SVG.
@NullMarked
package dev.lockstep.cli.analyze.show.page;

import org.jspecify.annotations.NullMarked;
