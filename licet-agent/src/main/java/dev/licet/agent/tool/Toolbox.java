package dev.licet.agent.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tools that an agent has. */
public record Toolbox(List<AgentTool> tools) {
    public Toolbox {
        tools = List.copyOf(tools);
    }

    /** Files, searching and commands, in {@code workspace}. */
    public static Toolbox standard(Workspace workspace) {
        return new Toolbox(List.of(
                new FileTools.Read(workspace),
                new FileTools.Write(workspace),
                new FileTools.Edit(workspace),
                new SearchTools.Glob(workspace),
                new SearchTools.Grep(workspace),
                new Shell(workspace)));
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
