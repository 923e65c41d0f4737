import { answer, came, corpus } from "./recorded.ts";

const raw = (expected: string) =>
  `serve:\n  requests:\n    - raw: c\n      send: ["GET /a"]\n      expect: ${expected}`;
const at = "request 1 raw";

corpus("two answers to bytes", raw("{ answers: [{ body: 1 }, { status: 404, body: 2 }] }"), {
  passes: {
    "both in order": { exchanges: [came([answer("1"), answer("2", { status: 404 })])] },
    "and then the end": { exchanges: [came([answer("1"), answer("2", { status: 404 })], { closed: true })] },
  },
  fails: {
    "one less": [{ exchanges: [came(answer("1"))] }, `${at}, answer 2: expected an answer, got none`],
    "one more": [
      { exchanges: [came([answer("1"), answer("2", { status: 404 }), answer("3")])] },
      `${at}, answer 3: expected no answer, got 200 "3"`,
    ],
    "in another order": [
      { exchanges: [came([answer("2", { status: 404 }), answer("1")])] },
      `${at}, answer 1 status: expected 200, got 404`,
      `${at}, answer 1 body: expected 1, got 2`,
      `${at}, answer 2 status: expected 404, got 200`,
      `${at}, answer 2 body: expected 2, got 1`,
    ],
  },
});

corpus("bytes that end a connection", raw("{ answers: [{ status: 400, body: 1 }], closed: true }"), {
  passes: { "with an answer": { exchanges: [came(answer("1", { status: 400 }), { closed: true })] } },
  fails: {
    "open still": [
      { exchanges: [came(answer("1", { status: 400 }))] },
      `${at}: expected the connection to be closed afterwards, but it is open`,
    ],
    "closed without an answer": [
      { exchanges: [came([], { closed: true })] },
      `${at}: expected an answer, got none`,
    ],
  },
});

corpus("bytes that leave a connection open", raw("{ answers: [], closed: false }"), {
  passes: { "and are not answered": { exchanges: [came([])] } },
  fails: {
    closed: [
      { exchanges: [came([], { closed: true })] },
      `${at}: expected the connection to be open afterwards, but it is closed`,
    ],
    answered: [{ exchanges: [came(answer("1"))] }, `${at}: expected no answer, got 200 "1"`],
  },
});

const ends = raw("{ answers: [{ body: 1 }], ends_with: { $one_of: [400, 431] } }");
corpus("bytes behind which a server may say one thing more", ends, {
  passes: {
    "closed at once": { exchanges: [came(answer("1"), { closed: true })] },
    "closed behind a refusal, whatever it looks like": {
      exchanges: [came([answer("1"), answer("<p>", { status: 431, headers: [] })], { closed: true })],
    },
  },
  fails: {
    "open still": [
      { exchanges: [came(answer("1"))] },
      `${at}: expected the connection to be closed afterwards, but it is open`,
    ],
    "another status": [
      { exchanges: [came([answer("1"), answer("2")], { closed: true })] },
      `${at} status: expected {"$one_of":[400,431]}, got 200`,
    ],
    "two things more": [
      { exchanges: [came([answer("1"), answer("2", { status: 400 }), answer("3")], { closed: true })] },
      `${at}: expected at most one more answer, got 2`,
    ],
    "closed without the answer that was due": [
      { exchanges: [came([], { closed: true })] },
      `${at}: expected an answer, got none`,
    ],
  },
});

corpus(
  "a target that a library may refuse",
  raw("{ answers: [{ status: 404, body: 1, may_refuse: true }] }"),
  {
    passes: {
      "answered as the contract says": { exchanges: [came(answer("1", { status: 404 }))] },
      "refused by the library, in its own form": {
        exchanges: [came(answer("<p>", { status: 400, headers: [] }), { closed: true })],
      },
      "refused in a form that no query is answered in": {
        exchanges: [came(answer("", { status: 400, malformed: "the answer is sent in chunks" }))],
      },
    },
    fails: {
      "refused with another status": [
        { exchanges: [came(answer("1", { status: 414 }))] },
        `${at} status: expected 404, got 414`,
      ],
      "not answered": [{ exchanges: [came([], { closed: true })] }, `${at}: expected an answer, got none`],
    },
  },
);

const others = `serve:
  requests: [{ connect: c }, { wait_for: ready }, { touch: go }, { signal: TERM }, { refused: d }, { close: c }]`;
corpus("what the runner does between the questions", others, {
  passes: {
    "all of it": {
      exchanges: Array(6).fill(came([])),
      after: { "code/go": { kind: "file", bytes: "" } },
    },
  },
  fails: {
    "a file that never came": [
      {
        exchanges: [
          came([]),
          came([], { problem: "the process ended before the file ready existed" }),
          ...Array(4).fill(came([])),
        ],
      },
      "request 2 wait-for: the process ended before the file ready existed",
    ],
    "a connection that nobody took": [
      { exchanges: [came([], { problem: "could not be made: ECONNREFUSED" }), ...Array(5).fill(came([]))] },
      "request 1 connect: could not be made: ECONNREFUSED",
    ],
    "a server that goes on letting in": [
      {
        exchanges: [
          ...Array(4).fill(came([])),
          came([], { problem: "the server accepted connections until the process ended" }),
          came([]),
        ],
      },
      "request 5 refused: the server accepted connections until the process ended",
    ],
    "an end before the last of it": [
      { exchanges: [came([]), came([]), came([])] },
      "request 4 signal: was not made",
      "request 5 refused: was not made",
      "request 6 close: was not made",
    ],
  },
});
