package dev.licet.agent.tool;

import dev.licet.contain.Container;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.GatedTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tools that an agent has. */
public record Toolbox(List<AgentTool> tools) {
    public Toolbox {
        tools = List.copyOf(tools);
    }

    /** Files, searching and commands, in {@code workspace}; a search shows what {@code session} lets be read. */
    public static Toolbox standard(Workspace workspace, AgentSession session) {
        return standard(workspace, (tool, arguments) -> session.peek(GatedTool.named(tool), arguments));
    }

    static Toolbox standard(Workspace workspace, Judging judging) {
        return new Toolbox(List.of(
                new FileTools.Read(workspace),
                new FileTools.Write(workspace),
                new FileTools.Edit(workspace),
                new SearchTools.Glob(workspace),
                new SearchTools.Grep(workspace, judging),
                new ShellTool(workspace)));
    }

    /** These tools, with commands that run in {@code container} where the gate wants that. */
    public Toolbox within(Container container) {
        return new Toolbox(tools.stream()
                .map(tool -> tool instanceof ShellTool shell ? shell.within(container) : tool)
                .toList());
    }

    /** These tools and {@code tool}. */
    public Toolbox with(AgentTool tool) {
        var more = new ArrayList<>(tools);
        more.add(tool);
        return new Toolbox(more);
    }

    /** These tools, and {@code tool} if there is one. */
    public Toolbox with(Optional<AgentTool> tool) {
        return tool.map(this::with).orElse(this);
    }

    public Optional<AgentTool> named(String name) {
        return tools.stream().filter(tool -> tool.gated().name().equals(name)).findFirst();
    }
}
