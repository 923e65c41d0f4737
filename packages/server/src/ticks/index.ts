/**
 * The schedules of bots and their runs. `scheduler` sleeps until the next tick; `due-ticks` says which ticks are started,
 * missed or skipped, and what is recorded of them; `runs` starts one run per bot at a time; `run-end` and `run-outcome`
 * store how it ended. `scheduled` keeps one bot's schedule in the state that the user asked for.
 */
export { Ticks } from "./ticks.ts";
