export { createMockPlatform } from "./public/create.ts";
export type { MockClock, MockPlatform, RecordedRequest } from "./public/platform.ts";
export type {
  AnswerFixture,
  AnswerFunction,
  Behavior,
  BotFixture,
  BotStatus,
  CustomBotFixture,
  Failure,
  KeyFixture,
  LogFixture,
  MetricFixture,
  Moment,
  RetryFixture,
  RunBehavior,
  RunFixture,
  RunStatus,
  Scenario,
  Scope,
  StartFixture,
  UsageFixture,
  UserFixture,
} from "./public/scenario.ts";
