/** Generated from packages/server/openapi.json; a test holds it to that. */

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the platform is running, and get the isolation of bots
         * @description Answers while the process lives, also if no bot can be started. Requires no key.
         */
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
         * Check that the platform can start bots
         * @description Otherwise 503: `store_unavailable` if the database cannot be read, `disk_low` while new data are refused, `data_dir_copied` if the data folder is a copy, `isolation_unavailable` while no bot can be started. `detail` gives the reason.
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
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics of the platform for Prometheus
         * @description Requires a key with the scope `read` of an admin, unless PLATFORM_METRICS_ACCESS is `public`.
         */
        get: operations["getPlatformMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics/bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state and the latest metrics of bots for Prometheus
         * @description Of the caller's bots, or, for admins, of those of others, with the label `user`. In OpenMetrics if the header Accept prefers it.
         */
        get: operations["getBotMetrics"];
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
        /**
         * Get the caller and the scopes of its API key
         * @description Requires the scope `read`.
         */
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
        /**
         * List API keys that are not revoked
         * @description The caller's, or, for admins, also those of another user or of all users. Requires the scope `admin`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key; it is shown only in this answer
         * @description Requires the scope `admin`.
         */
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
        /**
         * Revoke an API key permanently, with immediate effect
         * @description Streams, waiting requests and sessions that were opened with it end. Admins may revoke any key. Requires the scope `admin`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users in the order of their creation
         * @description Requires the scope `admin`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Add a user
         * @description Requires the scope `admin`.
         */
        post: operations["addUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{name}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a user
         * @description Its API keys and sessions stop working, and its streams and waiting requests end. Its bots are not changed. Requires the scope `admin`.
         */
        post: operations["disableUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{name}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a disabled user; its API keys work again
         * @description Requires the scope `admin`.
         */
        post: operations["enableUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List secrets, without their values
         * @description Requires the scope `read`.
         */
        get: operations["listSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a secret, without its value, and the bots that use it
         * @description Requires the scope `read`.
         */
        get: operations["getSecret"];
        /**
         * Set the value of a secret, which need not exist
         * @description The value cannot be read back. Running realtime bots that use the secret are restarted with it, unless it is staged; runs get it from the next one. Setting the value that it has changes nothing. Requires the scope `deploy`.
         */
        put: operations["setSecret"];
        post?: never;
        /**
         * Delete a secret
         * @description Bots that use it keep running with its value, and cannot be started again. Requires the scope `deploy`.
         */
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/{name}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart the bots that run with an earlier value of a secret
         * @description Requires the scope `deploy`.
         */
        post: operations["applySecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what each user has of each quota, in the order of their creation
         * @description Requires the scope `admin`.
         */
        get: operations["listUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a user has of each quota
         * @description The caller, or, for admins, another user. The disk space of bots is that of the last measurement, which is at most some seconds old. Requires the scope `read`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{name}/sign-in-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link that signs a user in once, within a day
         * @description Requires the scope `admin`.
         */
        post: operations["createSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/{user_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show which program asks for an API key with a code
         * @description Requires the scope `admin`.
         */
        get: operations["getDeviceSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/{user_code}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the program an API key of the caller
         * @description Requires the scope `admin`.
         */
        post: operations["approveDeviceSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/{user_code}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse the program an API key
         * @description Requires the scope `admin`.
         */
        post: operations["denyDeviceSignIn"];
        delete?: never;
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
        /**
         * List the caller's custom bots, each with its latest version
         * @description Requires the scope `read`.
         */
        get: operations["listCustomBots"];
        put?: never;
        /**
         * Upload a package
         * @description The body is the package archive (`.tar.gz`). Requires the scope `deploy`.
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
        /**
         * Get a custom bot (default: its latest version)
         * @description Requires the scope `read`.
         */
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
        /**
         * List the versions of a custom bot
         * @description Requires the scope `read`.
         */
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
        /**
         * Get a custom bot (default: its latest version)
         * @description Requires the scope `read`.
         */
        get: operations["getCustomBotVersion"];
        put?: never;
        post?: never;
        /**
         * Delete a version that no bot uses
         * @description The version must be exact. Its number is not used again for other content; uploading the same content restores it. Requires the scope `deploy`.
         */
        delete: operations["deleteCustomBotVersion"];
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
        /**
         * Get the configuration schema as uploaded
         * @description Requires the scope `read`.
         */
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
        /**
         * Get the README as uploaded
         * @description Requires the scope `read`.
         */
        get: operations["getCustomBotReadme"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-bots/file-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a package by the list of its files
         * @description The body has a line for each file, sorted by the bytes of its path: `["path",executable,bytes,"sha256"]`. Contents that you have not sent yet are listed in `missing` of the problem `files_missing`. Requires the scope `deploy`.
         */
        post: operations["uploadFileList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-bots/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send contents of packages before their list
         * @description The body is an archive (`.tar.gz`) whose files are named by the SHA-256 of their contents, in lower-case hexadecimal. Contents that no version of yours has are removed after 24 hours. Requires the scope `deploy`.
         */
        post: operations["sendFiles"];
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
        /**
         * List bots in the order of their creation
         * @description The caller's, or, for admins, also those of another user or of all users. Requires the scope `read`.
         */
        get: operations["listBots"];
        put?: never;
        /**
         * Create a bot from an instance configuration
         * @description Requires the scope `deploy`.
         */
        post: operations["createBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the errors, the last signal, the trend and the last run of many bots
         * @description In the order of `GET /bots`. What it costs does not depend on how much the bots have written. Ids that are unknown are left out. Requires the scope `read`.
         */
        get: operations["listBotOverviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bot
         * @description Requires the scope `read`.
         */
        get: operations["getBot"];
        put?: never;
        post?: never;
        /**
         * Stop a bot and delete it permanently
         * @description Requires the scope `deploy`.
         */
        delete: operations["deleteBot"];
        options?: never;
        head?: never;
        /**
         * Change a bot
         * @description Only the given fields change; `config` is replaced as a whole. A secret sent as `********` keeps its value. If the bot has these settings already, there is no new revision and `changed` is false. Requires the scope `deploy`.
         */
        patch: operations["patchBot"];
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a stopped or failed bot
         * @description Requires the scope `deploy`.
         */
        post: operations["startBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a bot until it is started again
         * @description Requires the scope `deploy`.
         */
        post: operations["stopBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart a bot
         * @description Requires the scope `deploy`.
         */
        post: operations["restartBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/wait": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait until a bot has one of the given statuses
         * @description Requires the scope `read`.
         */
        get: operations["waitForBot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a bot uses of its limits
         * @description Measured now: the answer can take half a second. Memory, processor and processes are those of the realtime bot or the current run, without queries. Requires the scope `read`.
         */
        get: operations["getBotUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/network": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a bot may connect to, and what it has connected to
         * @description Requires the scope `read`.
         */
        get: operations["getBotNetwork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/network/cut": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cut a bot off from a host, or from everything
         * @description Its connections are reset at once, and new ones are refused. The bot keeps running. Restarts and updates do not change it. Requires the scope `deploy`.
         */
        post: operations["cutBotNetwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/network/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End what was cut off a bot
         * @description What is cut for all bots of a user, or of the platform, stays so. Requires the scope `deploy`.
         */
        post: operations["restoreBotNetwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of a bot's settings, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a bot the settings of an earlier revision
         * @description All settings become those of the revision, also its name; the change is a new revision. If the bot has these settings already, there is no new revision and `changed` is false. Requires the scope `deploy`.
         */
        post: operations["rollBackBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a scheduled bot now
         * @description The run belongs to the trace of the headers `traceparent` and `tracestate`, if they are valid. Requires the scope `deploy`.
         */
        post: operations["runBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a bot's runs, newest first
         * @description A page also ends when its results reach 1 MiB. Requires the scope `read`.
         */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/ticks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a bot's ticks in a time window, and the next ticks
         * @description Default: the last 24 hours. A page ends after 1,000 runs or when their results reach 1 MiB. Requires the scope `read`.
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
        /**
         * Get a run
         * @description Requires the scope `read`.
         */
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
        /**
         * Wait until a run has ended
         * @description Requires the scope `read`.
         */
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
        /**
         * Cancel a queued or running run
         * @description Requires the scope `deploy`.
         */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the newest log lines that match, in order
         * @description With `after`: the oldest lines after it. Without a time, a `seq` or a run: the last 24 hours. A page also ends when its text reaches 1 MiB; `next_cursor` selects the lines that follow it in this order. Requires the scope `read`.
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
    "/api/v1/bots/{bot_id}/logs/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Summarise a bot's log: lines by level, top errors, runs
         * @description Default: the last 24 hours. Requires the scope `read`.
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
    "/api/v1/bots/{bot_id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a bot's metrics in order of time, downsampled beyond `max_points`
         * @description They are also downsampled if their data is larger than 1 MiB. Signals, trades and metrics without a number are left out only if they alone are more than half of that. At least one metric of each type and symbol is kept. Requires the scope `read`.
         */
        get: operations["listMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/metrics/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all metrics of a bot in order of `seq`, page by page
         * @description None are left out. A page also ends when its data reaches 1 MiB, and it can be empty. Requires the scope `read`.
         */
        get: operations["listAllMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/metrics/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the latest metric of each type
         * @description A page ends when its data reaches 1 MiB. Requires the scope `read`.
         */
        get: operations["listLatestMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of a bot's state
         * @description Requires the scope `read`.
         */
        get: operations["listState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{bot_id}/state/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a value as stored
         * @description Requires the scope `read`.
         */
        get: operations["getState"];
        /**
         * Set a value while the bot is stopped
         * @description Requires the scope `deploy`.
         */
        put: operations["putState"];
        post?: never;
        /**
         * Delete a key while the bot is stopped
         * @description Requires the scope `deploy`.
         */
        delete: operations["deleteState"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network/cut": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cut all bots off from a host, or from everything
         * @description The bots of the caller, or, for admins, of another user or of all. Bots that are created later are cut off, too. Bots that have the network of the host are not. Requires the scope `deploy`.
         */
        post: operations["cutNetwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End what was cut off all bots
         * @description What was cut off single bots stays so. Requires the scope `deploy`.
         */
        post: operations["restoreNetwork"];
        delete?: never;
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
        /**
         * List a bot's status changes, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the version, isolation, health, limits and interpreters of the platform
         * @description Requires the scope `read`.
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get load, memory, disk, queue and event-loop delay of the last hour or day
         * @description Measured every 10 seconds since the platform started. Of a day, each item has the highest values of two minutes. Requires the scope `admin`.
         */
        get: operations["getSystemHistory"];
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
         * Query a bot
         * @description The answer is the JSON value that the bot's handler returned. 404, 400 and 500 with `application/json` also come from the bot; errors of the platform are `application/problem+json`. The headers `traceparent` and `tracestate` are passed on to the bot, if they are valid. Requires the scope `read`.
         */
        post: operations["queryBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a browser in with an API key or a sign-in link; sets a cookie
         * @description The session has the scopes of the key, or, by a link, all scopes. Requires no key. The cookie works only together with `page_key`, in the header `Botyard-Page-Key`.
         */
        post: operations["createSession"];
        /**
         * Sign the browser out
         * @description Ends the session and removes the cookie.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the sign-in of a program without a browser
         * @description A signed-in user approves it on the page `verification_uri`.
         */
        post: operations["createDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the API key of an approved sign-in; it is shown only in this answer
         * @description To be repeated every `interval` seconds while the answer is 400 `authorization_pending`; after `slow_down`, 5 seconds less often.
         */
        post: operations["createDeviceToken"];
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
         * Follow logs, metrics and status live (WebSocket)
         * @description The client sends `{"op":"subscribe","id","bot_id","channels":["logs","metrics","status"],"after":{"logs":n}}` `{"op":"unsubscribe","id"}` and `{"op":"ping"}`; the platform `{"op":"subscribed","id","after"}`, `{"op":"event","id","channel","seq","record"}`, `{"op":"gap","id","channel","from","to"}`, `{"op":"pong","time"}` and `{"op":"error","id","code","message"}`. Sequence numbers are consecutive: after `after`, every record is sent once, or reported as a gap if it is no longer available.
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
        ApiKey: {
            id: string;
            /** @description Owner of the key; shown to admins. */
            user?: string;
            name: string;
            scopes: ("read" | "deploy" | "admin")[];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of expiry.
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description Time of the last use, to the minute.
             */
            last_used_at?: string;
        };
        ApiKeyPage: {
            items: components["schemas"]["ApiKey"][];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        AuthStatus: {
            /** @enum {boolean} */
            valid: true;
            user_id: string;
            user_name: string;
            /** @enum {unknown} */
            role: "admin" | "user";
            /** @enum {unknown} */
            signed_in_by: "api_key" | "session";
            /** @description The API key, or the browser session. */
            key: {
                id: string;
                name: string;
                scopes: ("read" | "deploy" | "admin")[];
                /**
                 * Format: date-time
                 * @description Time of expiry.
                 */
                expires_at?: string;
            };
            server_version: string;
            /**
             * Format: date-time
             * @description Current time of the platform.
             */
            server_time: string;
        };
        Bot: {
            bot_id: string;
            /** @description Unique among the user's bots. */
            name: string;
            /** @description Name of the user that it belongs to; shown to admins. */
            owner?: string;
            /** @description `<model>/<custom bot>`. */
            type: string;
            custom_bot: string;
            /** @description Version that `version_spec` was resolved to. */
            version: string;
            /** @description Exact version, range or `latest`; resolved when it is set. */
            version_spec: string;
            /**
             * @description Five-field cron expression; required for scheduled bots, not allowed for realtime bots.
             * @example 30 9 * * MON-FRI
             */
            schedule?: string;
            /**
             * @description IANA name of the schedule's time zone (default: `UTC`).
             * @example America/New_York
             */
            timezone?: string;
            /**
             * @description Whether the last missed tick is run, or none (default: `none`).
             * @enum {unknown}
             */
            catch_up?: "none" | "last";
            /** @description How late a tick may start, in seconds, before it is missed (default: 60). */
            start_deadline_seconds?: number;
            /** @description Longest duration of one run, in seconds (default: the platform's). */
            timeout_seconds?: number;
            /** @description What the bot may connect to; may only narrow what its custom bot asks for (default: what the custom bot asks for). */
            network?: ("none" | "internet" | "host") | {
                hosts?: string[];
                local?: string[];
                /** @enum {unknown} */
                queries?: "none";
            };
            /** @description What the bot may use of memory, processors, processes and disk space, up to the platform's maximum (default: the platform's). */
            resources?: {
                /** @example 512MiB */
                memory?: string;
                cpus?: number;
                processes?: number;
                /** @example 2GiB */
                disk?: string;
            };
            /** @description At most 16 short texts by which bots are grouped and listed. */
            labels?: {
                [key: string]: string;
            };
            /** @description Includes the schema's defaults; secrets are shown as `********`. */
            config: {
                [key: string]: unknown;
            };
            /**
             * @description Desired state, set by the user.
             * @enum {unknown}
             */
            desired: "running" | "stopped" | "deleted";
            /** @enum {unknown} */
            status: "pending" | "starting" | "running" | "idle" | "backing_off" | "stopping" | "stopped" | "failed";
            /** @enum {unknown} */
            reason?: "crash_loop" | "package_corrupt" | "start_error" | "isolation_unavailable" | "secret_unavailable" | "quota_exceeded";
            detail?: string;
            /** @description Incremented by every change of the settings; also the ETag. */
            revision: number;
            /** @description In the answer to a patch or a rollback: false if the bot had these settings already, so that there is no new revision. */
            changed?: boolean;
            /** @description Revision that its process was started with; absent without a process. */
            running_revision?: number;
            restarts: number;
            /** @description Present in status `backing_off` if the platform starts the bot again. */
            retry?: {
                /**
                 * Format: date-time
                 * @description Time of the next start.
                 */
                at: string;
                /** @description Number of starts until the platform gives up; absent if it does not. */
                attempts_left?: number;
                /** @description Revision that the starts are made with. */
                revision?: number;
            };
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change by the user.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Time of the last start of its process.
             */
            started_at?: string;
            /**
             * Format: date-time
             * @description Time of the next tick.
             */
            next_tick_at?: string;
            last_run?: {
                id: string;
                /** @enum {unknown} */
                status: "queued" | "running" | "success" | "error" | "timed_out" | "canceled" | "skipped" | "missed" | "lost";
                /**
                 * Format: date-time
                 * @description Time of the tick.
                 */
                tick?: string;
                /**
                 * Format: date-time
                 * @description Time at which the run ended.
                 */
                finished_at?: string;
            };
            has_queries: boolean;
            /** @description Output of the bot that has been dropped since its creation; its log shows where. */
            dropped: {
                metrics: number;
                log_lines: number;
                /**
                 * Format: date-time
                 * @description Time of the last dropped record.
                 */
                last_at?: string;
            };
        };
        BotNetwork: {
            bot_id: string;
            /** @description What the bot may connect to, as in an instance. */
            network: unknown;
            /** @description Which of them says it. */
            source: "instance" | "custom_bot" | "platform";
            /** @description False if the bot has the network of the host. */
            enforced: boolean;
            /** @description What that means, in a sentence. */
            detail: string;
            /** @description What is cut: `all`, or hosts and local services. */
            cut: "all" | string[];
            /** @description What was cut, by whom, and for which bots. */
            cuts: {
                /** @description What it was made for: the bot, all bots of its user, or all bots. It ends in the same way. */
                scope: "bot" | "user" | "platform";
                /** @description Absent if everything is cut. */
                host?: string;
                /**
                 * Format: date-time
                 * @description Time of the cut.
                 */
                at: string;
                /** @description Who cut it. */
                actor?: {
                    user_name: string;
                    /** @enum {unknown} */
                    signed_in_by: "api_key" | "session";
                    /** @description Name of the API key, if it was used. */
                    key_name?: string;
                };
            }[];
            /** @description By host, port and reason, the newest first. */
            connections: {
                /** @description A name, or that of a local service. */
                host: string;
                /** @description 0 for a name that was only asked for. */
                port: number;
                refused?: {
                    /** @description A stable code. */
                    reason: string;
                    /** @description The reason in words. */
                    detail: string;
                };
                /** @description How many connections were made or refused. */
                connections: number;
                sent_bytes: number;
                received_bytes: number;
                /**
                 * Format: date-time
                 * @description Time of the last one.
                 */
                last_at: string;
            }[];
        };
        BotOverview: {
            bot_id: string;
            /** @description Log lines of level error or fatal of the last 24 hours, counted up to 1000. */
            errors_24h: number;
            last_signal: {
                /**
                 * Format: date-time
                 * @description Time of the signal.
                 */
                time: string;
                action: string | null;
                symbol: string | null;
                reason: string | null;
                confidence: number | null;
                price: number | null;
            } | null;
            sparkline: {
                metric_type: string;
                field: string;
                symbol: string | null;
                /** @description Time and value, oldest first; at most 30 samples of the last 24 hours. */
                points: [
                    string,
                    number
                ][];
            } | null;
            last_run: {
                run_id: string;
                /** @enum {unknown} */
                status: "queued" | "running" | "success" | "error" | "timed_out" | "canceled" | "skipped" | "missed" | "lost";
                finished_at: string | null;
            } | null;
        };
        BotOverviewPage: {
            overviews: components["schemas"]["BotOverview"][];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        BotPage: {
            items: components["schemas"]["Bot"][];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        /** @description What a bot uses, and its limits. `null`: not known, also while the bot does not run. */
        BotUsage: {
            bot_id: string;
            /** @description Whether the bot's process, or one of a run, is up. */
            running: boolean;
            /**
             * Format: date-time
             * @description Time of the measurement.
             */
            sampled_at: string;
            memory: {
                used_bytes: number | null;
                limit_bytes: number;
            };
            cpu: {
                used_cores: number | null;
                limit_cores: number;
            };
            processes: {
                used: number | null;
                limit: number;
            };
            disk: {
                used_bytes: number | null;
                limit_bytes: number | null;
            };
            files: {
                used: number | null;
                limit: number | null;
            };
            state: {
                keys: number | null;
                bytes: number | null;
            };
            /** @description Stored log lines; the oldest are removed by age and by size. */
            logs: {
                records: number;
                /** @description Estimated. */
                used_bytes: number;
                limit_bytes: number;
                kept_days: number;
            };
            /** @description Stored metrics; the oldest are removed by age and by size. */
            metrics: {
                records: number;
                /** @description Estimated. */
                used_bytes: number;
                limit_bytes: number;
                kept_days: number;
            };
        };
        CreatedApiKey: {
            id: string;
            /** @description Owner of the key; shown to admins. */
            user?: string;
            name: string;
            scopes: ("read" | "deploy" | "admin")[];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of expiry.
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description Time of the last use, to the minute.
             */
            last_used_at?: string;
            /** @description The key. Shown only once: absent when the answer is repeated for an Idempotency-Key. */
            key?: string;
        };
        CustomBot: {
            name: string;
            version: string;
            latest_version: string;
            /** @description Newest first. */
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
            /** @description SHA-256 of the archive, or of the file list if it was uploaded as one, in hexadecimal. */
            sha256: string;
            /** @description SHA-256 of the list of the files, in hexadecimal: the same for every upload of them. */
            content_sha256: string;
            /** @description Size of the archive, or of all files of the list. */
            bytes: number;
            /** @description Text of the README. */
            readme?: string;
            /**
             * Format: date-time
             * @description Time at which this version was uploaded.
             */
            created_at: string;
        };
        CustomBotPage: {
            items: components["schemas"]["CustomBotSummary"][];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        CustomBotSummary: {
            name: string;
            /** @description Latest version. */
            version: string;
            /** @enum {unknown} */
            type: "realtime" | "scheduled";
            runtime: string;
            description?: string;
            author?: string;
            /**
             * Format: date-time
             * @description Time at which the first version was uploaded.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which the last version was uploaded.
             */
            updated_at: string;
        };
        CustomBotVersions: {
            /** @description Newest first. */
            items: {
                version: string;
            }[];
        };
        DeviceCodes: {
            /** @description For `POST /device/token`; not to be shown. */
            device_code: string;
            /** @description Code that the user types. */
            user_code: string;
            /**
             * Format: uri
             * @description Page on which the user types it.
             */
            verification_uri: string;
            /**
             * Format: uri
             * @description The same page with the code filled in.
             */
            verification_uri_complete: string;
            /** @description Seconds until the codes expire. */
            expires_in: number;
            /** @description Least number of seconds between two polls. */
            interval: number;
        };
        /** @description Problem document with an error code of OAuth. The answer to a form is `application/json`. */
        DeviceProblem: {
            /**
             * Format: uri
             * @description Kind of problem.
             */
            type: string;
            title: string;
            status: number;
            /** @description What happened. */
            detail: string;
            /**
             * Format: uri-reference
             * @description Path of the request.
             */
            instance: string;
            /** @description Stable error code; branch on it, not on texts. */
            code: string;
            /** @description Id of the request, also in the header X-Request-Id and in the platform's log. */
            request_id: string;
            errors?: {
                /** @description JSON pointer into the body, or the name of a parameter. */
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
            /** @description The quota of the user that the request would exceed. */
            quota?: {
                name: string;
                used: number;
                limit: number;
                /** @description The variable with which the operator sets the quota. */
                setting: string;
            };
            /** @description With `files_missing`: the contents that the caller must send first, each once. */
            missing?: string[];
            /** @description What to do about it. */
            hint?: string;
            /** @description Error code of RFC 8628 or RFC 6749. */
            error: string;
        };
        DeviceSignIn: {
            /** @description Name that the program has given itself. */
            client: string;
            scopes: ("read" | "deploy" | "admin")[];
            /**
             * Format: date-time
             * @description When the program asked.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the code expires.
             */
            expires_at: string;
        };
        DeviceToken: {
            /** @description The API key. Shown only once. */
            access_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            /** @description Scopes of the key, separated by spaces. */
            scope: string;
            key_id: string;
            user_name: string;
        };
        DryRun: {
            /** @enum {boolean} */
            dry_run: true;
            /** @description Unique among the user's bots. */
            name: string;
            /** @description Version that `version_spec` was resolved to. */
            version: string;
            /** @description Exact version, range or `latest`; resolved when it is set. */
            version_spec: string;
            /**
             * @description Five-field cron expression; required for scheduled bots, not allowed for realtime bots.
             * @example 30 9 * * MON-FRI
             */
            schedule?: string;
            /**
             * @description IANA name of the schedule's time zone (default: `UTC`).
             * @example America/New_York
             */
            timezone?: string;
            /**
             * @description Whether the last missed tick is run, or none (default: `none`).
             * @enum {unknown}
             */
            catch_up?: "none" | "last";
            /** @description How late a tick may start, in seconds, before it is missed (default: 60). */
            start_deadline_seconds?: number;
            /** @description Longest duration of one run, in seconds (default: the platform's). */
            timeout_seconds?: number;
            /** @description What the bot may connect to; may only narrow what its custom bot asks for (default: what the custom bot asks for). */
            network?: ("none" | "internet" | "host") | {
                hosts?: string[];
                local?: string[];
                /** @enum {unknown} */
                queries?: "none";
            };
            /** @description What the bot may use of memory, processors, processes and disk space, up to the platform's maximum (default: the platform's). */
            resources?: {
                /** @example 512MiB */
                memory?: string;
                cpus?: number;
                processes?: number;
                /** @example 2GiB */
                disk?: string;
            };
            /** @description At most 16 short texts by which bots are grouped and listed. */
            labels?: {
                [key: string]: string;
            };
            /** @description Includes the schema's defaults; secrets are shown as `********`. */
            config: {
                [key: string]: unknown;
            };
            /** @description Whether a change would make a new revision; absent when creating a bot. */
            changed?: boolean;
            next_ticks?: string[];
        };
        Health: {
            /** @enum {string} */
            status: "ok";
            version: string;
            uptime_seconds: number;
            isolation: {
                engine: string;
                /** @description `bubblewrap`, `user`, `none`, or `undetermined`: no bot is started; see `reasons`. */
                isolation: string;
                limits: string;
                /** @description `own`: each bot has the network that it asks for. `host`: every bot has that of the host. `unavailable`: only bots with that of the host can be started; see `reasons`. */
                network: string;
                /** @description Why isolation and network are not stronger. */
                reasons: string[];
            };
        };
        LatestMetrics: {
            /** @description Latest metric of each type, in order of the types. */
            items: components["schemas"]["Metric"][];
            /** @description Number of dropped metrics of this bot, of all types and times; its log shows which. */
            dropped: number;
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        LogList: {
            /** @description In order of `seq`. */
            items: components["schemas"]["LogRecord"][];
            /** @description `seq` of the first item. */
            first_seq?: number;
            /** @description `seq` of the last item; pass it as `after` to read on. */
            last_seq?: number;
            /** @description Cursor of the next page, which may be empty; absent on the last page. */
            next_cursor?: string;
        };
        LogRecord: {
            /** @description Sequence number, consecutive per bot and never reused. */
            seq: number;
            /**
             * Format: date-time
             * @description Time that the bot wrote in the line, or else the time at which the platform read it.
             */
            time: string;
            /**
             * Format: date-time
             * @description Time at which the platform stored it.
             */
            ingested_at: string;
            bot_id: string;
            run_id?: string;
            /** @enum {unknown} */
            stream: "stdout" | "stderr" | "system";
            /** @enum {unknown} */
            level: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
            /** @description Message with secrets masked. */
            message: string;
            fields?: {
                [key: string]: unknown;
            };
            /** @enum {boolean} */
            truncated?: true;
            /** @description Number of log lines dropped directly before this one. */
            dropped_before?: number;
            /** @description Number of dropped metrics that this record reports. */
            dropped_metrics?: number;
        };
        LogSummary: {
            bot_id: string;
            /**
             * Format: date-time
             * @description Start of the time window.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the time window.
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
             * @description Time of the first line.
             */
            first_at?: string;
            /**
             * Format: date-time
             * @description Time of the last line.
             */
            last_at?: string;
            top_errors: {
                message: string;
                count: number;
                /**
                 * Format: date-time
                 * @description Time of the last occurrence.
                 */
                last_at: string;
            }[];
            runs: {
                total: number;
                success: number;
                error: number;
            };
            /** @description Number of dropped log lines. */
            dropped: number;
            /** @description Number of dropped metrics. */
            dropped_metrics: number;
        };
        Metric: {
            seq: number;
            /**
             * Format: date-time
             * @description Time at which the bot emitted it.
             */
            time: string;
            bot_id: string;
            type: string;
            data: {
                [key: string]: unknown;
            };
            run_id?: string;
        };
        MetricList: {
            /** @description In order of time. */
            items: components["schemas"]["Metric"][];
            /** @description Whether metrics were left out; minima and maxima are kept. */
            downsampled: boolean;
            total: number;
            /** @description Number of signals, trades and metrics without a number that were left out, by intervals; absent if none were. */
            events_left_out?: {
                /**
                 * Format: date-time
                 * @description Start of the interval.
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description End of the interval, excluded.
                 */
                to: string;
                count: number;
            }[];
            /** @description Highest `seq` of the bot's metrics, of all types and times, when they were read; 0 if it has none. The stream continues after it. */
            last_seq: number;
            /** @description Number of dropped metrics of this bot, of all types and times; its log shows which. */
            dropped: number;
        };
        MetricSeriesPage: {
            items: components["schemas"]["Metric"][];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        NetworkCut: {
            /** @description Bots that should run and have the network of the host, so that they cannot be cut off. */
            not_cut: {
                bot_id: string;
                name: string;
            }[];
        };
        /** @description Problem document (RFC 9457). */
        Problem: {
            /**
             * Format: uri
             * @description Kind of problem.
             */
            type: string;
            title: string;
            status: number;
            /** @description What happened. */
            detail: string;
            /**
             * Format: uri-reference
             * @description Path of the request.
             */
            instance: string;
            /** @description Stable error code; branch on it, not on texts. */
            code: string;
            /** @description Id of the request, also in the header X-Request-Id and in the platform's log. */
            request_id: string;
            errors?: {
                /** @description JSON pointer into the body, or the name of a parameter. */
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
            /** @description The quota of the user that the request would exceed. */
            quota?: {
                name: string;
                used: number;
                limit: number;
                /** @description The variable with which the operator sets the quota. */
                setting: string;
            };
            /** @description With `files_missing`: the contents that the caller must send first, each once. */
            missing?: string[];
            /** @description What to do about it. */
            hint?: string;
        };
        Revision: {
            revision: number;
            /**
             * Format: date-time
             * @description Time of the change.
             */
            created_at: string;
            /** @description Who saved it; absent in revisions that are older than this field. */
            actor?: {
                user_name: string;
                /** @enum {unknown} */
                signed_in_by: "api_key" | "session";
                /** @description Name of the API key, if it was used. */
                key_name?: string;
            };
            /** @description Unique among the user's bots. */
            name: string;
            /** @description Version that `version_spec` was resolved to. */
            version: string;
            /** @description Exact version, range or `latest`; resolved when it is set. */
            version_spec: string;
            /**
             * @description Five-field cron expression; required for scheduled bots, not allowed for realtime bots.
             * @example 30 9 * * MON-FRI
             */
            schedule?: string;
            /**
             * @description IANA name of the schedule's time zone (default: `UTC`).
             * @example America/New_York
             */
            timezone?: string;
            /**
             * @description Whether the last missed tick is run, or none (default: `none`).
             * @enum {unknown}
             */
            catch_up?: "none" | "last";
            /** @description How late a tick may start, in seconds, before it is missed (default: 60). */
            start_deadline_seconds?: number;
            /** @description Longest duration of one run, in seconds (default: the platform's). */
            timeout_seconds?: number;
            /** @description What the bot may connect to; may only narrow what its custom bot asks for (default: what the custom bot asks for). */
            network?: ("none" | "internet" | "host") | {
                hosts?: string[];
                local?: string[];
                /** @enum {unknown} */
                queries?: "none";
            };
            /** @description What the bot may use of memory, processors, processes and disk space, up to the platform's maximum (default: the platform's). */
            resources?: {
                /** @example 512MiB */
                memory?: string;
                cpus?: number;
                processes?: number;
                /** @example 2GiB */
                disk?: string;
            };
            /** @description At most 16 short texts by which bots are grouped and listed. */
            labels?: {
                [key: string]: string;
            };
            /** @description Includes the schema's defaults; secrets are shown as `********`. */
            config: {
                [key: string]: unknown;
            };
        };
        RevisionPage: {
            items: components["schemas"]["Revision"][];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        Run: {
            id: string;
            bot_id: string;
            /**
             * Format: date-time
             * @description Time of the tick; absent for a run by hand.
             */
            tick?: string;
            /**
             * Format: date-time
             * @description Value of SCHEDULED_AT in the run's environment.
             */
            scheduled_at: string;
            /** @enum {unknown} */
            status: "queued" | "running" | "success" | "error" | "timed_out" | "canceled" | "skipped" | "missed" | "lost";
            /**
             * @description Why the platform ended the run; absent if its process ended by itself.
             * @enum {unknown}
             */
            ended_by?: "cancel" | "time_limit";
            detail?: string;
            /** @description Of a missed tick: how late it was when it was given up, in seconds, rounded up. */
            late_seconds?: number;
            /** @description Of a missed tick: the bot's start deadline at that time, in seconds. */
            start_deadline_seconds?: number;
            version: string;
            revision: number;
            /**
             * Format: date-time
             * @description Time at which the run was queued.
             */
            queued_at: string;
            /** @description Trace that the run belongs to: that of the request, or a new one; absent if it never starts. */
            trace_id?: string;
            /** @description Value of TRACEPARENT in the run's environment. */
            traceparent?: string;
            /** @description Value of TRACESTATE in the run's environment. */
            tracestate?: string;
            /**
             * Format: date-time
             * @description Time at which its process was started.
             */
            started_at?: string;
            /**
             * Format: date-time
             * @description Time at which the run ended.
             */
            finished_at?: string;
            exit_code?: number;
            signal?: string;
            /** @description Result that the bot reported; any JSON value. */
            result?: unknown;
            logs?: {
                from: number;
                to: number;
            };
        };
        RunPage: {
            items: components["schemas"]["Run"][];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        Secret: {
            /** @description Name of the secret: lower-case letters, digits, dots, hyphens and underscores. */
            name: string;
            /** @description Version of the newest value, counted from 1. */
            version: number;
            /** @description Bots that run with an earlier version are restarted. Less than `version`: the newest value is staged. */
            applied_version: number;
            /**
             * Format: date-time
             * @description Time of the first value.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the newest value.
             */
            updated_at: string;
            /** @description Who set the newest value. */
            actor?: {
                user_name: string;
                /** @enum {unknown} */
                signed_in_by: "api_key" | "session";
                /** @description Name of the API key, if it was used. */
                key_name?: string;
            };
            /**
             * Format: date-time
             * @description When a process was started with it last.
             */
            last_used_at?: string;
            /** @description Id of the bot of this process. */
            last_used_by?: string;
        };
        SecretPage: {
            items: components["schemas"]["Secret"][];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        SecretWithBots: {
            /** @description Name of the secret: lower-case letters, digits, dots, hyphens and underscores. */
            name: string;
            /** @description Version of the newest value, counted from 1. */
            version: number;
            /** @description Bots that run with an earlier version are restarted. Less than `version`: the newest value is staged. */
            applied_version: number;
            /**
             * Format: date-time
             * @description Time of the first value.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the newest value.
             */
            updated_at: string;
            /** @description Who set the newest value. */
            actor?: {
                user_name: string;
                /** @enum {unknown} */
                signed_in_by: "api_key" | "session";
                /** @description Name of the API key, if it was used. */
                key_name?: string;
            };
            /**
             * Format: date-time
             * @description When a process was started with it last.
             */
            last_used_at?: string;
            /** @description Id of the bot of this process. */
            last_used_by?: string;
            /** @description The bots whose config refers to it. */
            used_by: {
                bot_id: string;
                name: string;
            }[];
        };
        SentFiles: {
            /** @description Number of the files. */
            files: number;
            /** @description Size of the files. */
            bytes: number;
        };
        Session: {
            user_name: string;
            /** @enum {unknown} */
            role: "admin" | "user";
            scopes: ("read" | "deploy" | "admin")[];
            /**
             * Format: date-time
             * @description When the session ends at the latest.
             */
            expires_at: string;
            /** @description To be sent in the header `Botyard-Page-Key` with every request that has the cookie. Shown only once. */
            page_key: string;
        };
        SignInLink: {
            /** @description To be appended to the platform's address. Shown only once. */
            path?: string;
            /**
             * Format: date-time
             * @description When the link stops working, if it is not used before.
             */
            expires_at: string;
        };
        StateKeys: {
            items: {
                key: string;
                bytes: number;
                /**
                 * Format: date-time
                 * @description Time of the last change.
                 */
                updated_at: string;
            }[];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        StatusEvent: {
            seq: number;
            /**
             * Format: date-time
             * @description Time of the change.
             */
            time: string;
            bot_id: string;
            /** @enum {unknown} */
            status: "pending" | "starting" | "running" | "idle" | "backing_off" | "stopping" | "stopped" | "failed" | "deleted";
            reason?: string;
            detail?: string;
            /** @description Revision of the settings that it applies to; old events do not have it. */
            revision?: number;
            /** @description Whose request led to it; absent if the platform did it by itself. */
            actor?: {
                user_name: string;
                /** @enum {unknown} */
                signed_in_by: "api_key" | "session";
                /** @description Name of the API key, if it was used. */
                key_name?: string;
            };
        };
        StatusEventPage: {
            items: components["schemas"]["StatusEvent"][];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        System: {
            version: string;
            /**
             * Format: date-time
             * @description Time at which the platform started.
             */
            started_at: string;
            isolation: {
                engine: string;
                /** @description `bubblewrap`, `user`, `none`, or `undetermined`: no bot is started; see `reasons`. */
                isolation: string;
                limits: string;
                /** @description `own`: each bot has the network that it asks for. `host`: every bot has that of the host. `unavailable`: only bots with that of the host can be started; see `reasons`. */
                network: string;
                /** @description Why isolation and network are not stronger. */
                reasons: string[];
            };
            health: {
                /** @enum {unknown} */
                name: "store" | "disk" | "data_folder" | "isolation" | "secrets" | "backup";
                /** @enum {unknown} */
                status: "ok" | "failing";
                detail: string | null;
            }[];
            /** @description The settings that limit something. */
            limits: {
                name: string;
                /** @description Environment variable of the platform that sets it. */
                setting: string;
                value: number;
                default: number;
                unit: string;
            }[];
            commitments: {
                /** @enum {unknown} */
                name: "memory" | "cpus" | "disk";
                /** @enum {unknown} */
                unit: "bytes" | "cores";
                /** @description What the bots that should run may use together. */
                committed: number;
                /** @description What the machine has, or the container of the platform. */
                available: number;
                detail: string | null;
            }[];
            /** @description What bots run on; compiled files of a package must fit it. */
            target: {
                /** @enum {unknown} */
                os: "linux";
                /** @description Node's name of it, such as `x64`. */
                architecture: string;
                /** @enum {unknown} */
                libc: "glibc" | "musl";
                libc_version: string;
                interpreters: {
                    /** @description Id of the runtime. */
                    runtime: string;
                    /** @enum {unknown} */
                    implementation: "cpython" | "pypy" | "node";
                    version: string;
                    /** @description ABI tag of Python, such as `cp311`, or the number of Node's module interface. */
                    abi: string;
                }[];
            };
            backup: {
                last: {
                    /**
                     * Format: date-time
                     * @description What was acknowledged before is in it.
                     */
                    created_at: string;
                    bytes: number;
                } | null;
                next_at: string | null;
            };
            /** @description The data folder; shown to admins. */
            data_dir?: string;
        };
        SystemHistory: {
            /** @description Distance of the items. */
            every_seconds: number;
            /** @description What the machine has, or the container of the platform: bytes, cores and bytes. */
            available: {
                memory: number;
                cpus: number;
                disk: number;
            };
            /** @description In order of time; those that the platform has measured. */
            items: {
                /**
                 * Format: date-time
                 * @description When it was measured.
                 */
                time: string;
                /** @description Load average of one minute. */
                load: number;
                /** @description Bytes in use on the machine, or in the container of the platform. */
                memory: number;
                /** @description Resident memory of the platform without its bots, in bytes. */
                platform_memory: number;
                /** @description Bytes in use on the disk of the data folder. */
                disk: number;
                /** @description Runs and queries that wait for their turn. */
                waiting: number;
                /** @description Longest delay of the platform's event loop since the measurement before, in seconds. */
                event_loop_delay: number;
            }[];
        };
        Ticks: {
            /** @description Runs of the ticks in the time window, in order. */
            items: components["schemas"]["Run"][];
            next_ticks: string[];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        UploadedCustomBot: {
            name: string;
            version: string;
            latest_version: string;
            /** @description Newest first. */
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
            /** @description SHA-256 of the archive, or of the file list if it was uploaded as one, in hexadecimal. */
            sha256: string;
            /** @description SHA-256 of the list of the files, in hexadecimal: the same for every upload of them. */
            content_sha256: string;
            /** @description Size of the archive, or of all files of the list. */
            bytes: number;
            /** @description Text of the README. */
            readme?: string;
            /**
             * Format: date-time
             * @description Time at which this version was uploaded.
             */
            created_at: string;
            /**
             * @description This version already existed with this content; nothing was stored.
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
        User: {
            id: string;
            name: string;
            /**
             * @description An `admin` may manage users, and see, stop and delete what belongs to others.
             * @enum {unknown}
             */
            role: "admin" | "user";
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Since when the user may not sign in; absent if it may.
             */
            disabled_at?: string;
        };
        UserPage: {
            items: components["schemas"]["User"][];
            /** @description Cursor of the next page; absent on the last page. */
            next_cursor?: string;
        };
        UserUsage: {
            user_id: string;
            user_name: string;
            quotas: {
                /** @enum {unknown} */
                name: "bots" | "processes" | "disk_bytes" | "versions" | "package_bytes" | "keys" | "secrets" | "streams" | "queries";
                used: number;
                limit: number;
                /** @description The variable with which the operator sets the quota. */
                setting: string;
            }[];
        };
        UserUsagePage: {
            items: components["schemas"]["UserUsage"][];
            /** @description Cursor of the next page; absent on the last page. */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    getPlatformMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Text format of Prometheus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    getBotMetrics: {
        parameters: {
            query?: {
                /** @description Name of another user, or `all`; only for admins (default: the caller). */
                user?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Text format of Prometheus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/openmetrics-text": string;
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Items per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Name of another user, or `all`; only for admins (default: the caller). */
                user?: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                    /** @description Purpose of the key. */
                    name: string;
                    /** @description Default: `read` and `deploy`. `admin` includes `deploy`, and `deploy` includes `read`. */
                    scopes?: ("read" | "deploy" | "admin")[];
                    /**
                     * Format: date-time
                     * @description Time of expiry (default: never).
                     */
                    expires_at?: string;
                    /** @description User that the key is for (default: the caller). Only admins may name another one. */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    listUsers: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UserPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    addUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of a user; it never changes. */
                    name: string;
                    /**
                     * @description An `admin` may manage users, and see, stop and delete what belongs to others.
                     * @enum {unknown}
                     */
                    role?: "admin" | "user";
                };
            };
        };
        responses: {
            /** @description User */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    disableUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a user; it never changes. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    enableUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a user; it never changes. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    listSecrets: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SecretPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretPage"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    getSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the secret: lower-case letters, digits, dots, hyphens and underscores. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SecretWithBots */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretWithBots"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    setSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the secret: lower-case letters, digits, dots, hyphens and underscores. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A string of at least 6 characters and at most 16 KiB. */
                    value: unknown;
                    /** @description Bots that run keep the value that they have until they are started again. */
                    stage?: boolean;
                };
            };
        };
        responses: {
            /** @description SecretWithBots */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretWithBots"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    deleteSecret: {
        parameters: {
            query?: {
                /** @description Delete it even if bots use it. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Name of the secret: lower-case letters, digits, dots, hyphens and underscores. */
                name: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    applySecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the secret: lower-case letters, digits, dots, hyphens and underscores. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SecretWithBots */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretWithBots"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    listUsage: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UserUsagePage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserUsagePage"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    getUsage: {
        parameters: {
            query?: {
                /** @description Name of another user; only for admins (default: the caller). */
                user?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UserUsage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserUsage"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    createSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a user; it never changes. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SignInLink */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    getDeviceSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Code that a device shows. */
                user_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description DeviceSignIn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceSignIn"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    approveDeviceSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Code that a device shows. */
                user_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description DeviceSignIn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceSignIn"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    denyDeviceSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Code that a device shows. */
                user_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description DeviceSignIn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceSignIn"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Items per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description SHA-256 of the archive; the upload is refused if it differs. */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Exact version, range or `latest`. */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Exact version, range or `latest`. */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    deleteCustomBotVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                /** @description Exact version. */
                version: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Exact version, range or `latest`. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON Schema (draft-07). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Not modified. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Exact version, range or `latest`. */
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
            /** @description Not modified. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    uploadFileList: {
        parameters: {
            query?: never;
            header?: {
                /** @description SHA-256 of the list; the upload is refused if it differs. */
                "x-content-sha256"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/jsonl": string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    sendFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/gzip": string;
            };
        };
        responses: {
            /** @description SentFiles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentFiles"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Items per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Name of another user, or `all`; only for admins (default: the caller). */
                user?: string;
                /** @description One or more statuses, separated by commas. */
                status?: string;
                /** @description `<model>/<custom bot>`, or only `<model>`. */
                type?: string;
                name?: string;
                /** @description `<key>=<text>`: only bots with this label. */
                label?: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Validate the configuration without storing anything. */
                dry_run?: boolean;
                /** @description `stopped`: do not start it (default: `running`). */
                desired?: "running" | "stopped";
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
                    /** @description Exact version, range or `latest`; resolved when it is set. */
                    version: string;
                    /**
                     * @description Five-field cron expression; required for scheduled bots, not allowed for realtime bots.
                     * @example 30 9 * * MON-FRI
                     */
                    schedule?: string;
                    /**
                     * @description IANA name of the schedule's time zone (default: `UTC`).
                     * @example America/New_York
                     */
                    timezone?: string;
                    /**
                     * @description Whether the last missed tick is run, or none (default: `none`).
                     * @enum {unknown}
                     */
                    catch_up?: "none" | "last";
                    /** @description How late a tick may start, in seconds, before it is missed (default: 60). */
                    start_deadline_seconds?: number;
                    /** @description Longest duration of one run, in seconds (default: the platform's). */
                    timeout_seconds?: number;
                    /** @description What the bot may connect to; may only narrow what its custom bot asks for (default: what the custom bot asks for). */
                    network?: ("none" | "internet" | "host") | {
                        hosts?: string[];
                        local?: string[];
                        /** @enum {unknown} */
                        queries?: "none";
                    };
                    /** @description What the bot may use of memory, processors, processes and disk space, up to the platform's maximum (default: the platform's). */
                    resources?: {
                        /** @example 512MiB */
                        memory?: string;
                        cpus?: number;
                        processes?: number;
                        /** @example 2GiB */
                        disk?: string;
                    };
                    /** @description At most 16 short texts by which bots are grouped and listed. */
                    labels?: {
                        [key: string]: string;
                    };
                    /** @description What the bot gets as its config; checked against the schema of its version. */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    listBotOverviews: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Ids of bots, separated by commas (default: all). */
                ids?: string;
                /** @description Name of another user, or `all`; only for admins (default: the caller). */
                user?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description BotOverviewPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotOverviewPage"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Id of the bot. */
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description ETags, one of which the bot must still have; otherwise the request is refused with 412. `*`: any. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of the bot. */
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. Its processes have ended, unless they take 10 seconds longer than they may. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
            query?: {
                /** @description Validate the change without storing anything. */
                dry_run?: boolean;
            };
            header?: {
                /** @description ETags, one of which the bot must still have; otherwise the request is refused with 412. `*`: any. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of the bot. */
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique among the user's bots. */
                    name?: string;
                    /** @description Exact version, range or `latest`; resolved when it is set. */
                    version?: string;
                    /**
                     * @description Five-field cron expression; required for scheduled bots, not allowed for realtime bots.
                     * @example 30 9 * * MON-FRI
                     */
                    schedule?: string;
                    timezone?: string | null;
                    catch_up?: ("none" | "last") | null;
                    start_deadline_seconds?: number | null;
                    timeout_seconds?: number | null;
                    network?: (("none" | "internet" | "host") | {
                        hosts?: string[];
                        local?: string[];
                        /** @enum {unknown} */
                        queries?: "none";
                    }) | null;
                    resources?: {
                        /** @example 512MiB */
                        memory?: string;
                        cpus?: number;
                        processes?: number;
                        /** @example 2GiB */
                        disk?: string;
                    } | null;
                    labels?: {
                        [key: string]: string;
                    } | null;
                    /** @description What the bot gets as its config; checked against the schema of its version. */
                    config?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bot"] | components["schemas"]["DryRun"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description ETags, one of which the bot must still have; otherwise the request is refused with 412. `*`: any. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of the bot. */
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description ETags, one of which the bot must still have; otherwise the request is refused with 412. `*`: any. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of the bot. */
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description ETags, one of which the bot must still have; otherwise the request is refused with 412. `*`: any. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of the bot. */
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description One or more statuses, separated by commas. */
                status: string;
                /** @description Time-out in seconds. */
                timeout?: number;
            };
            header?: never;
            path: {
                /** @description Id of the bot. */
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    getBotUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the bot. */
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a bot uses, and its limits. `null`: not known, also while the bot does not run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotUsage"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    getBotNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description BotNetwork */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotNetwork"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    cutBotNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A host or a local service, as the bot's network lists it, or a pattern such as `*.binance.com` for all of its hosts (default: everything). */
                    host?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    restoreBotNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A host or a local service, as the bot's network lists it, or a pattern such as `*.binance.com` for all of its hosts (default: everything). */
                    host?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    listRevisions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the bot. */
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RevisionPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionPage"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    rollBackBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags, one of which the bot must still have; otherwise the request is refused with 412. `*`: any. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of the bot. */
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Revision (default: the one before the current one). */
                    to?: number;
                };
            };
        };
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Items per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description One or more statuses, separated by commas. */
                status?: string;
            };
            header?: never;
            path: {
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Start of the time window. */
                from?: string;
                /** @description End of the time window. */
                to?: string;
            };
            header?: never;
            path: {
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Time-out in seconds. */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description One day in UTC: `YYYY-MM-DD` or `YYYYMMDD`. */
                date?: string;
                /** @description Range of days in UTC or of times, both ends included, at most 31 days: `A..B` or `YYYYMMDD-YYYYMMDD`. `A..B~N` ends before line N of those at time B. Takes precedence over `date`. */
                date_range?: string;
                /** @description Only lines with a higher `seq`. */
                after?: number;
                /** @description Only lines with a lower `seq`. */
                before?: number;
                /** @description Only lines from this time on. */
                from?: string;
                /** @description Only lines up to this time. */
                to?: string;
                /** @description Lowest level to include. */
                level?: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
                stream?: "stdout" | "stderr" | "system";
                /** @description Only lines that contain this text. */
                q?: string;
                run_id?: string;
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same other parameters. */
                cursor?: string;
            };
            header?: never;
            path: {
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description One day in UTC: `YYYY-MM-DD` or `YYYYMMDD`. */
                date?: string;
                /** @description Range of days in UTC or of times, both ends included, at most 31 days: `A..B` or `YYYYMMDD-YYYYMMDD`. `A..B~N` ends before line N of those at time B. Takes precedence over `date`. */
                date_range?: string;
            };
            header?: never;
            path: {
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Only metrics from this time on, by `data.time` if it is a time. */
                from?: string;
                /** @description Only metrics up to this time, by `data.time` if it is a time. */
                to?: string;
                /** @description Only metrics with a higher `seq`. */
                after?: number;
                max_points?: number;
            };
            header?: never;
            path: {
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    listAllMetrics: {
        parameters: {
            query?: {
                /** @description Only metrics of this type. */
                type?: string;
                /** @description Only metrics from this time on, by `data.time` if it is a time. */
                from?: string;
                /** @description Only metrics up to this time, by `data.time` if it is a time. */
                to?: string;
                /** @description Which metrics come first. */
                order?: "oldest" | "newest";
                /** @description Metrics per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description MetricSeriesPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricSeriesPage"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                /** @description Keys per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                bot_id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Any JSON value. A stored value that is not JSON is returned as `application/octet-stream`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/octet-stream": string;
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                bot_id: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    cutNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A host or a local service, as the bot's network lists it, or a pattern such as `*.binance.com` for all of its hosts (default: everything). */
                    host?: string;
                    /** @description Name of another user, or `all`; only for admins (default: the caller). */
                    user?: string;
                };
            };
        };
        responses: {
            /** @description NetworkCut */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkCut"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    restoreNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A host or a local service, as the bot's network lists it, or a pattern such as `*.binance.com` for all of its hosts (default: everything). */
                    host?: string;
                    /** @description Name of another user, or `all`; only for admins (default: the caller). */
                    user?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                bot_id: string;
                /** @description Items per page. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description System */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["System"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    getSystemHistory: {
        parameters: {
            query?: {
                /** @description How far back. */
                range?: "hour" | "day";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SystemHistory */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemHistory"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
                    /** @description Parameters of the query, at most 100 KiB. */
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
            /** @description The bot refused a parameter, or the platform the request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The query path or the bot is unknown */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The handler or the platform failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An API key; the session gets its scopes. */
                    key?: string;
                    /** @description The code of a sign-in link. */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Session */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
    createDeviceCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the program, shown to the user (default: `device`); the name of the key. */
                    client?: string;
                    /** @description Scopes of the key (default: `read` and `deploy`). */
                    scopes?: ("read" | "deploy" | "admin")[];
                };
                "application/x-www-form-urlencoded": {
                    /** @description Name of the program, as `client` in JSON. */
                    client_id?: string;
                    /** @description Scopes of the key, separated by spaces (default: `read deploy`). */
                    scope?: string;
                };
            };
        };
        responses: {
            /** @description DeviceCodes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceCodes"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["DeviceProblem"];
                    "application/json": components["schemas"]["DeviceProblem"];
                };
            };
            /** @description Request failed */
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
    createDeviceToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    device_code: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description Must be `urn:ietf:params:oauth:grant-type:device_code`. */
                    grant_type: string;
                    device_code: string;
                    /** @description Not used. */
                    client_id?: string;
                };
            };
        };
        responses: {
            /** @description DeviceToken */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceToken"];
                };
            };
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["DeviceProblem"];
                    "application/json": components["schemas"]["DeviceProblem"];
                };
            };
            /** @description Request failed */
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
            /** @description Request refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request failed */
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
