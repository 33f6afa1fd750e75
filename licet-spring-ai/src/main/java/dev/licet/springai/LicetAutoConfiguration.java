package dev.licet.springai;

import dev.licet.client.LicetClient;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.ToolGate;
import java.nio.file.Path;
import java.util.Objects;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Puts the gate around the {@link ToolCallingManager} of the application. A bean of type {@link Answerer} is asked; beans of
 * type {@link ToolGate} or {@link AgentSession} take the place of those made here.
 */
@AutoConfiguration
@ConditionalOnClass(ToolCallingManager.class)
@EnableConfigurationProperties(LicetProperties.class)
public class LicetAutoConfiguration {
    /** The gate that {@code properties} describe. */
    @Bean
    @ConditionalOnMissingBean
    public ToolGate licetGate(LicetProperties properties, ObjectProvider<Answerer> answerer) {
        ToolGate gate = gate(properties);
        Answerer known = answerer.getIfAvailable();
        return known == null ? gate : gate.answering(known);
    }

    private static ToolGate gate(LicetProperties properties) {
        String server = properties.server();
        if (server != null) {
            String token = Objects.requireNonNull(properties.token(), "licet.server needs licet.token");
            return ToolGate.over(new LicetClient(server, token).access());
        }
        Path directory = properties.dataDirectory();
        if (directory != null) {
            return ToolGate.open(directory);
        }
        String rules = properties.rules();
        return ToolGate.inMemory(rules == null ? "{}" : rules);
    }

    /** The session that every call of the application belongs to. */
    @Bean
    @ConditionalOnMissingBean
    public AgentSession licetSession(ToolGate gate, LicetProperties properties) {
        String session = properties.session();
        return gate.session(session == null ? "spring" : session, Path.of(""));
    }

    /** Puts the gate around every manager of tools. */
    @Bean
    public static BeanPostProcessor licetToolCallingManager(ObjectProvider<AgentSession> session) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof ToolCallingManager manager && !(bean instanceof GatedToolCallingManager)
                        ? new GatedToolCallingManager(manager, prompt -> session.getObject(), tool -> tool)
                        : bean;
            }
        };
    }
}
