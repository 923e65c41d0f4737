import { useConsumer } from "./published/consumer.ts";
import { describeProjectPages } from "./published/project-pages.ts";

describeProjectPages(useConsumer());
