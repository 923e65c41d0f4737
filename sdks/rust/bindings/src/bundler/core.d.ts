import type { Engine } from "../engine.ts";

// wasm-pack writes the code at build time.
export declare const errorTable: Engine["errorTable"];
export declare const writeJson: Engine["writeJson"];
export declare const checkJson: Engine["checkJson"];
export declare const checkInput: Engine["checkInput"];
export declare const encodeKey: Engine["encodeKey"];
export declare const keyOfFile: Engine["keyOfFile"];
export declare const stateDocument: Engine["stateDocument"];
export declare const checkStateDocument: Engine["checkStateDocument"];
export declare const getAs: Engine["getAs"];
export declare const logLine: Engine["logLine"];
export declare const readLine: Engine["readLine"];
export declare const metricLine: Engine["metricLine"];
export declare const resultDocument: Engine["resultDocument"];
export declare const customResult: Engine["customResult"];
export declare const runVerdict: Engine["runVerdict"];
