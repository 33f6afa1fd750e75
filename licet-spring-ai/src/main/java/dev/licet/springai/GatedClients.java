package dev.licet.springai;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.DefaultChatClient.DefaultChatClientRequestSpec;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.ToolAdvisor;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Has every bean that is a {@link ChatClient} execute its tools by the gated manager, also one that was built by hand. */
final class GatedClients implements BeanPostProcessor {
    private static final Logger LOG = LoggerFactory.getLogger(GatedClients.class);

    private final ObjectProvider<ToolCallingManager> manager;
    private final Gating gating;

    GatedClients(ObjectProvider<ToolCallingManager> manager, Gating gating) {
        this.manager = manager;
        this.gating = gating;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof ChatClient client)
                || !(client.prompt() instanceof DefaultChatClientRequestSpec specification)) {
            return bean;
        }
        List<Advisor> tools = specification.getAdvisors().stream()
                .filter(ToolAdvisor.class::isInstance)
                .toList();
        if (tools.isEmpty()) {
            ToolCallingManager gated = manager.getIfAvailable(
                    () -> gating.around(ToolCallingManager.builder().build()));
            boolean tells = specification.getAdvisors().stream().anyMatch(ConversationAdvisor.class::isInstance);
            ChatClient.Builder builder = client.mutate()
                    .defaultAdvisors(ToolCallingAdvisor.builder()
                            .toolCallingManager(gated)
                            .build());
            return (tells ? builder : builder.defaultAdvisors(new ConversationAdvisor())).build();
        }
        if (!tools.stream().allMatch(GatedClients::isGated)) {
            LOG.warn(
                    "the ChatClient `{}` executes its tools without asking the gate: give its ToolCallingAdvisor the"
                            + " ToolCallingManager of the application",
                    name);
        }
        return bean;
    }

    private static boolean isGated(Advisor advisor) {
        return advisor instanceof ToolCallingAdvisor
                && new DirectFieldAccessor(advisor).getPropertyValue("toolCallingManager")
                        instanceof GatedToolCallingManager;
    }
}
