import { afterAll, beforeAll } from "vitest";
import { becomeConsumer, type Consumer } from "./published/consumer.ts";
import { describeProjectPages } from "./published/project-pages.ts";

let consumer: Consumer;
beforeAll(async () => {
  consumer = await becomeConsumer();
}, 300_000);
afterAll(() => consumer?.close());

describeProjectPages(() => consumer);
