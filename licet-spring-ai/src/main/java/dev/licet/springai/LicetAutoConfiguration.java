package dev.licet.springai;

import dev.licet.client.LicetClient;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.ToolGate;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientBuilderCustomizer;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Puts the gate around the {@link ToolCallingManager} of the application. A bean of type {@link Answerer} is asked; beans of
 * type {@link ToolGate}, {@link SessionResolver} or {@link AgentSession} take the place of what is made here.
 */
@AutoConfiguration
@ConditionalOnClass(ToolCallingManager.class)
@EnableConfigurationProperties(LicetProperties.class)
public class LicetAutoConfiguration {
    /** @throws IllegalStateException when there is another Spring AI than this was built for */
    public LicetAutoConfiguration() {
        Versions.require();
    }

    /**
     * The gate that {@code properties} describe. When the application ends, whoever waits goes before the server waits for
     * them, and what they asked stays; a gate that the application made itself may be others' as well.
     */
    @Bean
    @ConditionalOnMissingBean
    public ToolGate licetGate(
            LicetProperties properties, ObjectProvider<Answerer> answerer, ConfigurableApplicationContext context) {
        ToolGate gate = gate(properties);
        context.addApplicationListener((ContextClosedEvent closed) -> {
            if (closed.getApplicationContext().equals(context)) {
                gate.leave();
            }
        });
        Answerer known = answerer.getIfAvailable();
        return known == null ? gate : gate.answering(known);
    }

    private static ToolGate gate(LicetProperties properties) {
        String server = properties.server();
        Path directory = properties.dataDirectory();
        String rules = properties.rules();
        if (server != null && (directory != null || rules != null)) {
            throw new IllegalArgumentException(
                    "licet.server names a gate on a server: leave licet.data-directory and licet.rules out");
        }
        if (server != null) {
            String token = properties.token();
            if (token == null) {
                throw new IllegalArgumentException(
                        "licet.server needs licet.token; `licet token create NAME --role agent` makes one on that machine");
            }
            return ToolGate.over(new LicetClient(server, token).access());
        }
        if (directory != null) {
            return ToolGate.open(directory);
        }
        return ToolGate.inMemory(rules == null ? "{}" : rules);
    }

    /** Which session calls belong to: that of the application if there is one, else one for each conversation and person. */
    @Bean
    @ConditionalOnMissingBean
    public SessionResolver licetSessions(ToolGate gate, LicetProperties properties, ObjectProvider<AgentSession> only) {
        AgentSession session = only.getIfAvailable();
        return session == null
                ? new ConversationSessions(gate, properties.session(), properties.workspace(), properties.patience())
                : prompt -> session;
    }

    /** Puts the gate around every manager of tools. */
    @Bean
    public static BeanPostProcessor licetToolCallingManager(
            ObjectProvider<SessionResolver> sessions, ObjectProvider<CallListener> listener) {
        var gating = new Gating(sessions, listener);
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof ToolCallingManager manager && !(bean instanceof GatedToolCallingManager)
                        ? gating.around(manager)
                        : bean;
            }
        };
    }

    /** Where the application has chat clients. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ChatClient.class)
    static class Clients {
        @Bean
        ChatClientBuilderCustomizer licetConversation() {
            return builder -> builder.defaultAdvisors(new ConversationAdvisor());
        }

        @Bean
        static BeanPostProcessor licetChatClients(
                ObjectProvider<ToolCallingManager> manager,
                ObjectProvider<SessionResolver> sessions,
                ObjectProvider<CallListener> listener) {
            return new GatedClients(manager, new Gating(sessions, listener));
        }
    }

    /** Where the application tells of its health. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class HealthOfGate {
        @Bean
        @ConditionalOnMissingBean(name = "licetHealthIndicator")
        HealthIndicator licetHealthIndicator(ToolGate gate) {
            return new GateHealth(gate);
        }
    }

    /** Where the application has meters. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static class Meters {
        @Bean
        @ConditionalOnMissingBean
        CallListener licetMeters(ObjectProvider<MeterRegistry> registry) {
            return new CallMeters(registry);
        }
    }
}
