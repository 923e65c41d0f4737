/** Generated from packages/server/openapi.json; a test holds it to that. */

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is the platform alive, and how are bots isolated? */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Does the platform take work?
         * @description 503 `isolation_unavailable` while no bot can be started; `detail` says why.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who am I, and what may this key do? */
        get: operations["getAuthStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's keys that are not revoked */
        get: operations["listApiKeys"];
        put?: never;
        /** Make a key; this answer alone holds it */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key, at once and for good */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's custom bots, each in its latest version */
        get: operations["listCustomBots"];
        put?: never;
        /**
         * Upload a package
         * @description The body is the `.tar.gz` itself.
         */
        post: operations["uploadCustomBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-bots/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One custom bot, by default in its latest version */
        get: operations["getCustomBot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-bots/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The versions of a custom bot */
        get: operations["listCustomBotVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-bots/{name}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One version of a custom bot */
        get: operations["getCustomBotVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-bots/{name}/versions/{version}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The configuration schema, its own text */
        get: operations["getCustomBotSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-bots/{name}/versions/{version}/readme": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The readme, its own text */
        get: operations["getCustomBotReadme"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's bots in the order they were created */
        get: operations["listBots"];
        put?: never;
        /** Create a bot from an instance configuration */
        post: operations["createBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One bot */
        get: operations["getBot"];
        put?: never;
        post?: never;
        /** Stop and delete a bot, for good */
        delete: operations["deleteBot"];
        options?: never;
        head?: never;
        /**
         * Change a bot
         * @description A given field replaces, `config` replaces whole. A hidden secret that is sent back keeps its value.
         */
        patch: operations["patchBot"];
        trace?: never;
    };
    "/api/v1/bots/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a bot that is stopped or has failed */
        post: operations["startBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop a bot until it is started again */
        post: operations["stopBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restart a bot */
        post: operations["restartBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/wait": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Wait until a bot is in one of some statuses */
        get: operations["waitForBot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a scheduled bot now */
        post: operations["runBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A bot's runs, the newest first */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/ticks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the ticks of a stretch of time caused, and the next ticks
         * @description By default the last 24 hours.
         */
        get: operations["listTicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One run */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/wait": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Wait until a run has ended */
        get: operations["waitForRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a run that is queued or running */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest log lines that fit, in order
         * @description With `after` the oldest ones behind it. Without anything that says which, those of the last 24 hours.
         */
        get: operations["listLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/logs/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much a bot wrote, and how bad it was
         * @description By default about the last 24 hours.
         */
        get: operations["summarizeLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A bot's metrics in order of time, thinned out where they are too many */
        get: operations["listMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/metrics/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The latest metric of each type */
        get: operations["listLatestMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The keys of a bot's state */
        get: operations["listState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/state/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A value, as stored */
        get: operations["getState"];
        /** Set a value while the bot is stopped */
        put: operations["putState"];
        post?: never;
        /** Delete a key while the bot is stopped */
        delete: operations["deleteState"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A bot's changes of status, the newest first */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/{bot_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a bot one of its queries
         * @description The answer is what the bot's handler gave, whatever JSON value that is. 404, 400 and 500 with `application/json` are the bot's own answers too; the platform's refusals are `application/problem+json`.
         */
        post: operations["queryBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow logs, metrics and status as they come (WebSocket)
         * @description The client sends `{"op":"subscribe","id","bot_id","channels":["logs","metrics","status"],"after":{"logs":n}}` and `{"op":"unsubscribe","id"}`; the platform `{"op":"subscribed","id","after"}`, `{"op":"event","id","channel","seq","record"}`, `{"op":"gap","id","channel","from","to"}` and `{"op":"error","id","code","message"}`. Numbers are dense: with `after` nothing is lost and nothing comes twice.
         */
        get: operations["openStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A refusal, by RFC 9457. */
        Problem: {
            /** @description A URI of the kind of problem. */
            type: string;
            title: string;
            status: number;
            /** @description What happened in this case. */
            detail: string;
            /** @description The path that was asked for. */
            instance: string;
            /** @description Stable; the name to branch on. */
            code: string;
            /** @description Also in the header X-Request-Id and in the platform's own log. */
            request_id: string;
            errors?: {
                /** @description JSON pointer into the body, or a parameter's name. */
                pointer?: string;
                detail: string;
                code?: string;
                file?: string;
                line?: number;
                column?: number;
                /** @description What to do about it. */
                next?: string;
                /** @enum {unknown} */
                severity?: "error" | "warning";
            }[];
            /** @description What to do now. */
            hint?: string;
        };
        ApiKey: {
            id: string;
            name: string;
            scopes: ("read" | "deploy" | "admin")[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it stops to be valid.
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            last_used_at?: string;
        };
        ApiKeyPage: {
            items: components["schemas"]["ApiKey"][];
            /** @description Absent on the last page. */
            next_cursor?: string;
        };
        CreatedApiKey: {
            id: string;
            name: string;
            scopes: ("read" | "deploy" | "admin")[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it stops to be valid.
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            last_used_at?: string;
            /** @description The key itself, shown this once: absent when a repeated request is answered again. */
            key?: string;
        };
        AuthStatus: {
            /** @enum {boolean} */
            valid: true;
            user_id: string;
            user_name: string;
            key: {
                id: string;
                name: string;
                scopes: ("read" | "deploy" | "admin")[];
                /**
                 * Format: date-time
                 * @description When it stops to be valid.
                 */
                expires_at?: string;
            };
            server_version: string;
            /**
             * Format: date-time
             * @description Now.
             */
            server_time: string;
        };
        Health: {
            /** @enum {string} */
            status: "ok";
            version: string;
            uptime_seconds: number;
            isolation: {
                engine: string;
                /** @description `bubblewrap`, `user`, `none`, or `undetermined`: no bot is started, for `reasons`. */
                isolation: string;
                limits: string;
                /** @description Why it is not more than that. */
                reasons: string[];
            };
        };
        Bot: {
            bot_id: string;
            name: string;
            /** @description `<model>/<custom bot>`. */
            type: string;
            custom_bot: string;
            /** @description What `version_spec` was resolved to. */
            version: string;
            version_spec: string;
            schedule?: string;
            timezone?: string;
            /** @enum {unknown} */
            catch_up?: "none" | "last";
            timeout_seconds?: number;
            /** @description With the schema's defaults; secrets are shown as `********`. */
            config: {
                [key: string]: unknown;
            };
            /**
             * @description What the user asked for.
             * @enum {unknown}
             */
            desired: "running" | "stopped" | "deleted";
            /** @enum {unknown} */
            status: "pending" | "starting" | "running" | "idle" | "backing_off" | "stopping" | "stopped" | "failed";
            /** @enum {unknown} */
            reason?: "crash_loop" | "package_corrupt" | "start_error" | "isolation_unavailable";
            detail?: string;
            /** @description Raised by every patch; also the ETag. */
            revision: number;
            restarts: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its user last changed it.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When its process was last started.
             */
            started_at?: string;
            /**
             * Format: date-time
             * @description When it will run next.
             */
            next_tick_at?: string;
            last_run?: {
                id: string;
                /** @enum {unknown} */
                status: "queued" | "running" | "success" | "error" | "timed_out" | "canceled" | "skipped" | "missed" | "lost";
                /**
                 * Format: date-time
                 * @description The tick.
                 */
                tick?: string;
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                finished_at?: string;
            };
            has_queries: boolean;
            /** @description What of its output was not kept, since it was created; its log says where. */
            dropped: {
                metrics: number;
                log_lines: number;
                /**
                 * Format: date-time
                 * @description When something was last dropped.
                 */
                last_at?: string;
            };
        };
        BotPage: {
            items: components["schemas"]["Bot"][];
            /** @description Absent on the last page. */
            next_cursor?: string;
        };
        DryRun: {
            /** @enum {boolean} */
            dry_run: true;
            /** @description What the version was resolved to. */
            version: string;
            /** @description With the schema's defaults filled in. */
            config: {
                [key: string]: unknown;
            };
            next_ticks?: string[];
        };
        Run: {
            id: string;
            bot_id: string;
            /**
             * Format: date-time
             * @description The tick; absent for a run by hand.
             */
            tick?: string;
            /**
             * Format: date-time
             * @description What the bot is told as SCHEDULED_AT.
             */
            scheduled_at: string;
            /** @enum {unknown} */
            status: "queued" | "running" | "success" | "error" | "timed_out" | "canceled" | "skipped" | "missed" | "lost";
            detail?: string;
            version: string;
            revision: number;
            /**
             * Format: date-time
             * @description When it was queued.
             */
            queued_at: string;
            /**
             * Format: date-time
             * @description When its process was started.
             */
            started_at?: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            finished_at?: string;
            exit_code?: number;
            signal?: string;
            /** @description What the bot reported, any JSON value. */
            result?: unknown;
            logs?: {
                from: number;
                to: number;
            };
        };
        RunPage: {
            items: components["schemas"]["Run"][];
            /** @description Absent on the last page. */
            next_cursor?: string;
        };
        Ticks: {
            /** @description Runs that ticks of this time caused, in order. */
            items: components["schemas"]["Run"][];
            next_ticks: string[];
        };
        CustomBotSummary: {
            name: string;
            /** @description The latest one. */
            version: string;
            /** @enum {unknown} */
            type: "realtime" | "scheduled";
            runtime: string;
            description?: string;
            author?: string;
            /**
             * Format: date-time
             * @description When the first version was uploaded.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the last version was uploaded.
             */
            updated_at: string;
        };
        CustomBotPage: {
            items: components["schemas"]["CustomBotSummary"][];
            /** @description Absent on the last page. */
            next_cursor?: string;
        };
        CustomBot: {
            name: string;
            version: string;
            latest_version: string;
            /** @description The newest first. */
            versions: string[];
            /** @enum {unknown} */
            type: "realtime" | "scheduled";
            runtime: string;
            description?: string;
            author?: string;
            entrypoints: {
                bot: string;
                query?: string;
            };
            metadata?: {
                categories?: string[];
                tags?: string[];
                complexity?: string;
            };
            has_queries: boolean;
            /** @description Of the archive. */
            sha256: string;
            /** @description Of the archive. */
            bytes: number;
            /** @description The readme's own text. */
            readme?: string;
            /**
             * Format: date-time
             * @description When this version was uploaded.
             */
            created_at: string;
        };
        UploadedCustomBot: {
            name: string;
            version: string;
            latest_version: string;
            /** @description The newest first. */
            versions: string[];
            /** @enum {unknown} */
            type: "realtime" | "scheduled";
            runtime: string;
            description?: string;
            author?: string;
            entrypoints: {
                bot: string;
                query?: string;
            };
            metadata?: {
                categories?: string[];
                tags?: string[];
                complexity?: string;
            };
            has_queries: boolean;
            /** @description Of the archive. */
            sha256: string;
            /** @description Of the archive. */
            bytes: number;
            /** @description The readme's own text. */
            readme?: string;
            /**
             * Format: date-time
             * @description When this version was uploaded.
             */
            created_at: string;
            /**
             * @description This version with this content was there before; nothing was stored.
             * @enum {boolean}
             */
            already?: true;
            warnings?: {
                detail: string;
                code?: string;
                file?: string;
                line?: number;
                column?: number;
                pointer?: string;
                next?: string;
                /** @enum {unknown} */
                severity?: "error" | "warning";
            }[];
        };
        CustomBotVersions: {
            /** @description The newest first. */
            items: {
                version: string;
            }[];
        };
        LogRecord: {
            /** @description Dense per bot, never used twice. */
            seq: number;
            /**
             * Format: date-time
             * @description When the bot wrote it, as far as it says so.
             */
            time: string;
            /**
             * Format: date-time
             * @description When the platform stored it.
             */
            ingested_at: string;
            bot_id: string;
            run_id?: string;
            /** @enum {unknown} */
            stream: "stdout" | "stderr" | "system";
            /** @enum {unknown} */
            level: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
            /** @description Masked. */
            message: string;
            fields?: {
                [key: string]: unknown;
            };
            /** @enum {boolean} */
            truncated?: true;
            /** @description Log lines that were dropped just before this one. */
            dropped_before?: number;
            /** @description Metrics that were dropped, as this record of the platform says. */
            dropped_metrics?: number;
        };
        LogList: {
            /** @description In order. */
            items: components["schemas"]["LogRecord"][];
            /** @description Of the items. */
            first_seq?: number;
            /** @description Of the items; `after` for what comes next. */
            last_seq?: number;
        };
        LogSummary: {
            bot_id: string;
            /**
             * Format: date-time
             * @description Start of the stretch of time.
             */
            from: string;
            /**
             * Format: date-time
             * @description Its end.
             */
            to: string;
            total: number;
            by_level: {
                trace: number;
                debug: number;
                info: number;
                warn: number;
                error: number;
                fatal: number;
            };
            /**
             * Format: date-time
             * @description The first line.
             */
            first_at?: string;
            /**
             * Format: date-time
             * @description The last line.
             */
            last_at?: string;
            top_errors: {
                message: string;
                count: number;
                /**
                 * Format: date-time
                 * @description The last one.
                 */
                last_at: string;
            }[];
            runs: {
                total: number;
                success: number;
                error: number;
            };
            /** @description Log lines that were dropped. */
            dropped: number;
            /** @description Metrics that were dropped. */
            dropped_metrics: number;
        };
        Metric: {
            seq: number;
            /**
             * Format: date-time
             * @description When the bot emitted it.
             */
            time: string;
            type: string;
            data: {
                [key: string]: unknown;
            };
            run_id?: string;
        };
        MetricList: {
            /** @description In order of time. */
            items: components["schemas"]["Metric"][];
            /** @description Some were left out; lows and highs stay. */
            downsampled: boolean;
            total: number;
            /** @description Metrics of this bot that were not kept, of all types and times; its log says which. */
            dropped: number;
        };
        LatestMetrics: {
            /** @description The latest of each type. */
            items: components["schemas"]["Metric"][];
            /** @description Metrics of this bot that were not kept, of all types and times; its log says which. */
            dropped: number;
        };
        StatusEvent: {
            seq: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            bot_id: string;
            /** @enum {unknown} */
            status: "pending" | "starting" | "running" | "idle" | "backing_off" | "stopping" | "stopped" | "failed" | "deleted";
            reason?: string;
            detail?: string;
        };
        StatusEventPage: {
            items: components["schemas"]["StatusEvent"][];
            /** @description Absent on the last page. */
            next_cursor?: string;
        };
        StateKeys: {
            items: {
                key: string;
                bytes: number;
                /**
                 * Format: date-time
                 * @description When it was last set.
                 */
                updated_at: string;
            }[];
            /** @description Absent on the last page. */
            next_cursor?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Health */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ready";
                    };
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAuthStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description AuthStatus */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthStatus"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ApiKeyPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What it is for. */
                    name: string;
                    /** @description Default: `read` and `deploy`. `admin` holds `deploy`, that holds `read`. */
                    scopes?: ("read" | "deploy" | "admin")[];
                    /**
                     * Format: date-time
                     * @description From then on the key is invalid; absent: never.
                     */
                    expires_at?: string;
                    /** @description Only for the platform's first user: whom the key is for. A new name makes a new user. */
                    user?: string;
                };
            };
        };
        responses: {
            /** @description CreatedApiKey */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCustomBots: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CustomBotPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomBotPage"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    uploadCustomBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses an archive that arrives damaged. */
                "x-content-sha256"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/gzip": string;
            };
        };
        responses: {
            /** @description UploadedCustomBot */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedCustomBot"];
                };
            };
            /** @description UploadedCustomBot */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedCustomBot"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCustomBot: {
        parameters: {
            query?: {
                /** @description Exact, a range or `latest`. */
                version?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CustomBot */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomBot"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCustomBotVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CustomBotVersions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomBotVersions"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCustomBotVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                /** @description Exact, a range or `latest`. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CustomBot */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomBot"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCustomBotSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                /** @description Exact, a range or `latest`. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON Schema, draft-07. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCustomBotReadme: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                /** @description Exact, a range or `latest`. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Markdown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBots: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description One status or several, comma-separated. */
                status?: string;
                /** @description `<model>/<custom bot>`, or a model alone. */
                type?: string;
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description BotPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotPage"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBot: {
        parameters: {
            query?: {
                /** @description Check everything, store nothing. */
                dry_run?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique among the user's bots. */
                    name: string;
                    /** @description `realtime/<custom bot>` or `scheduled/<custom bot>`. */
                    type: string;
                    /** @description Exact, a range or `latest`; resolved once. */
                    version: string;
                    /** @description Cron, five fields; scheduled bots only. */
                    schedule?: string;
                    /** @description IANA name; default `UTC`. */
                    timezone?: string;
                    /** @enum {unknown} */
                    catch_up?: "none" | "last";
                    /** @description What one run may take. */
                    timeout_seconds?: number;
                    config: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description DryRun */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Bot */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bot"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A `bot_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bot */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bot"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was seen; a changed bot is left alone (412). */
                "if-match"?: string;
            };
            path: {
                /** @description A `bot_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its processes are stopped. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was seen; a changed bot is left alone (412). */
                "if-match"?: string;
            };
            path: {
                /** @description A `bot_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    version?: string;
                    schedule?: string;
                    timezone?: string | null;
                    catch_up?: ("none" | "last") | null;
                    timeout_seconds?: number | null;
                    config?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Bot */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bot"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was seen; a changed bot is left alone (412). */
                "if-match"?: string;
            };
            path: {
                /** @description A `bot_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bot */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bot"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was seen; a changed bot is left alone (412). */
                "if-match"?: string;
            };
            path: {
                /** @description A `bot_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bot */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bot"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restartBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was seen; a changed bot is left alone (412). */
                "if-match"?: string;
            };
            path: {
                /** @description A `bot_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bot */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bot"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    waitForBot: {
        parameters: {
            query: {
                /** @description One status or several, comma-separated. */
                status: string;
                /** @description Seconds. */
                timeout?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bot */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bot"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runBot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Run */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                status?: "queued" | "running" | "success" | "error" | "timed_out" | "canceled" | "skipped" | "missed" | "lost";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RunPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPage"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTicks: {
        parameters: {
            query?: {
                /** @description Start. */
                from?: string;
                /** @description End. */
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ticks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticks"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    waitForRun: {
        parameters: {
            query?: {
                /** @description Seconds. */
                timeout?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Run */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLogs: {
        parameters: {
            query?: {
                /** @description A day, UTC: `YYYY-MM-DD` or `YYYYMMDD`. */
                date?: string;
                /** @description Days, UTC: `A..B` or `YYYYMMDD-YYYYMMDD`, both inclusive, 31 at most; wins over `date`. */
                date_range?: string;
                /** @description Only lines with a higher `seq`. */
                after?: number;
                /** @description Only lines with a lower `seq`. */
                before?: number;
                /** @description Only lines from then on. */
                from?: string;
                /** @description Only lines up to then. */
                to?: string;
                /** @description The lowest level. */
                level?: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
                stream?: "stdout" | "stderr" | "system";
                /** @description Text that lines hold. */
                q?: string;
                run_id?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description LogList */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogList"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    summarizeLogs: {
        parameters: {
            query?: {
                /** @description A day, UTC: `YYYY-MM-DD` or `YYYYMMDD`. */
                date?: string;
                /** @description Days, UTC: `A..B` or `YYYYMMDD-YYYYMMDD`, both inclusive, 31 at most; wins over `date`. */
                date_range?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description LogSummary */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogSummary"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMetrics: {
        parameters: {
            query?: {
                /** @description Only metrics of this type. */
                type?: string;
                /** @description Only metrics from then on. */
                from?: string;
                /** @description Only metrics up to then. */
                to?: string;
                /** @description Only metrics with a higher `seq`. */
                after?: number;
                max_points?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description MetricList */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricList"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLatestMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description LatestMetrics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LatestMetrics"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listState: {
        parameters: {
            query?: {
                /** @description Keys on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description StateKeys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StateKeys"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Any JSON value; the bare bytes where the bot keeps something else. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/octet-stream": string;
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                key: string;
            };
            cookie?: never;
        };
        /** @description Any JSON value. */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query: {
                /** @description Items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                bot_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description StatusEventPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusEventPage"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    queryBot: {
        parameters: {
            query?: {
                timeout_ms?: number;
            };
            header?: never;
            path: {
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    query_path: string;
                    /** @description At most 100 KiB. */
                    params?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Any JSON value, as the bot wrote it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description A param does not fit, or the request does not */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The bot knows no such path, or there is no such bot */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The handler failed, or the platform did */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openStream: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream is open. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A failure */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
