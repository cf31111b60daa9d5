// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import dev.lockstep.core.config.NearestName;
import dev.lockstep.core.config.PluginSetting;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Which environment variables may begin with `LOCKSTEP_`, so that a misspelt one is noticed and no other is.
final class LockstepVariables {
    /// The checkout's script reads it before there is a JVM.
    static final String JAVA_HOME = "LOCKSTEP_JAVA_HOME";

    private static final String PREFIX = "LOCKSTEP_";

    /// What Kubernetes sets in every pod beside a Service whose name begins with `lockstep`.
    private static final Pattern OF_KUBERNETES = Pattern.compile(
            "LOCKSTEP(_\\w+)?_(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    /// What `lockstep server` reads, and refuses where it is misspelt: both may run in one environment.
    private static final String OF_SERVER = "LOCKSTEP_SERVER_";

    private LockstepVariables() {}

    static boolean isOurs(String variable) {
        return variable.startsWith(PREFIX)
                && !variable.startsWith(OF_SERVER)
                && !OF_KUBERNETES.matcher(variable).matches();
    }

    static boolean isKnown(String variable) {
        return known().contains(variable);
    }

    /// What was meant; both names are compared without what all begin with.
    static String hint(String variable, String listedAt) {
        List<String> endings =
                known().stream().map(name -> name.substring(PREFIX.length())).toList();
        return NearestName.of(variable.substring(PREFIX.length()), endings)
                .map(ending -> "did you mean " + PREFIX + ending + "?")
                .orElse("all are in " + listedAt);
    }

    private static List<String> known() {
        Stream<String> agent = AgentSetting.all().map(AgentSetting::variable);
        Stream<String> plugin = Stream.of(PluginSetting.values()).map(PluginSetting::variable);
        return Stream.concat(Stream.concat(agent, plugin), Stream.of(JAVA_HOME))
                .distinct()
                .toList();
    }
}
