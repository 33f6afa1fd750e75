package dev.licet.example;

import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.ConsoleAnswerer;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** A Spring Boot application whose tools are behind the gate because {@code licet-spring-ai} is on its class path. */
@SpringBootApplication
public class OrderDesk {
    /** The arguments are the message. */
    public static void main(String[] args) {
        try (var context = SpringApplication.run(OrderDesk.class)) {
            System.out.println(context.getBean(Desk.class).chat(String.join(" ", args)));
        }
    }

    /** Who is asked; a web application has its own. */
    @Bean
    @ConditionalOnMissingBean
    Answerer answerer() {
        return ConsoleAnswerer.standard();
    }

    /** What answers customers. */
    @Component
    static class Desk {
        private final ChatClient client;

        Desk(ChatClient.Builder builder) {
            this.client = builder.build();
        }

        String chat(String message) {
            return String.valueOf(
                    client.prompt(message).tools(new Orders()).call().content());
        }
    }

    /** What the model may use. */
    static final class Orders {
        @Tool(name = "find_order", description = "Finds an order")
        String findOrder(int number) {
            return "order " + number + ": two chairs, paid";
        }

        @Tool(name = "refund_order", description = "Pays an order back")
        String refundOrder(int number) {
            return "order " + number + " is paid back";
        }
    }
}
