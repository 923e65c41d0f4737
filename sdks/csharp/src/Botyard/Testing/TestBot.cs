using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text;
using System.Text.Json.Nodes;

namespace Botyard.Testing;

/// <summary>A bot in a test, without a platform.</summary>
/// <remarks>
/// <para>From its constructor until it is disposed of, the classes of the SDK belong to it: <see cref="Input"/> has its id and
/// config, what the bot emits and logs is in its lists and not on the streams, and its state and result are in a temporary
/// folder. Its clock moves only in <see cref="Stop.Wait"/> and <see cref="Stop.WaitAsync"/>, which return at once.</para>
/// <para>This holds for the method that makes it, and for what that method calls, awaits or starts in threads and tasks. So
/// tests that run at once do not meet. Make it in the method of the test itself: what an asynchronous method makes does not
/// reach its caller.</para>
/// </remarks>
/// <example>
/// <code>
/// using var bot = new TestBot(new { symbol = "AAPL" }, stopAfter: TimeSpan.FromSeconds(120));
/// bot.Run(() =>
/// {
///     var symbol = (string?)Input.Parse().Config["symbol"];
///     while (!Stop.Requested)
///     {
///         Bot.Metric("price", new { symbol, value = 187.5 });
///         Stop.Wait(TimeSpan.FromSeconds(60));
///     }
/// });
/// Console.WriteLine($"{bot.Metrics.Count} {bot.Metrics[1].Timestamp}"); // 2 2026-01-01T00:01:00.000Z
/// </code>
/// </example>
public sealed partial class TestBot : IDisposable
{
    /// <summary>How long a program that a call of the SDK has ended may take to leave its blocks.</summary>
    private static readonly TimeSpan _patience = TimeSpan.FromMilliseconds(250);

    private readonly DirectoryInfo _folder;
    private readonly Lock _writing = new();
    private readonly Dictionary<string, string> _variables;

    static TestBot() => EndedException.EndThreadsAndTasks();

    /// <summary>Makes a bot, to which the classes of the SDK belong from now on.</summary>
    /// <param name="config">Its config: any value whose JSON form is an object; by default <c>{}</c>.</param>
    /// <param name="id">Its identifier.</param>
    /// <param name="now">What its clock shows at first; by default the beginning of 2026, in UTC.</param>
    /// <param name="stopAfter">
    /// When the platform asks the bot to stop: as soon as it has waited for so long in <see cref="Stop.Wait"/>. By default at its
    /// first wait of more than 0 s; <c>TimeSpan.MaxValue</c> means not at all.
    /// </param>
    /// <exception cref="ArgumentException">The config has no JSON form.</exception>
    /// <exception cref="InvalidOperationException">Another bot is in use in this test.</exception>
    /// <example>
    /// <code>
    /// using var bot = new TestBot(new { symbol = "AAPL" }, id: "mine");
    /// var input = Input.Parse();
    /// Console.WriteLine($"{input.BotId} watches {input.Config["symbol"]}"); // mine watches AAPL
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public TestBot(
        object? config = null, string id = "test-bot", DateTimeOffset? now = null, TimeSpan stopAfter = default)
    {
        if (TestProcess.Entered is { IsDisposed: false })
        {
            throw new InvalidOperationException("another bot is in use in this test; dispose of it first");
        }
        Now = now ?? new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
        _left = stopAfter;
        var given = JsonOf(config, nameof(config));
        _folder = Directory.CreateTempSubdirectory("botyard-");
        _variables = new()
        {
            ["BOT_ID"] = id,
            ["BOT_CONFIG"] = Encoding.UTF8.GetString(given),
            ["RESULT_PATH"] = Path.Combine(_folder.FullName, "result.json"),
            ["STATE_DIR"] = Path.Combine(_folder.FullName, "state"),
        };
        TestProcess.Enter(new TestProcess(this));
    }

    /// <summary>The result that the bot has reported last; null if it has reported none, or none in its last run [RES-15].</summary>
    /// <example>
    /// <code>
    /// using var bot = new TestBot();
    /// Bot.Success("looked");
    /// Console.WriteLine(bot.Result?["message"]); // looked
    /// </code>
    /// </example>
    public JsonObject? Result => Files.Read(_variables["RESULT_PATH"]) is { } document
        ? (JsonObject?)JsonReading.Read(document)
        : null;

    internal bool IsDisposed { get; private set; }

    /// <summary>Runs a program of the bot until it ends, and returns its exit code.</summary>
    /// <remarks>
    /// <see cref="Bot.Error"/> ends the program, with exit code 1, where it ends the process otherwise, also in a thread or task
    /// that the program does not wait for; <see cref="Query.Run"/> ends it, too, and the handlers that a query program has
    /// registered are asked with <see cref="Ask"/>. What the program throws reaches the test.
    /// </remarks>
    /// <param name="program">What the bot does.</param>
    /// <example>
    /// <code>
    /// using var bot = new TestBot();
    /// Console.WriteLine(bot.Run(() => Bot.Error("no price"))); // 1
    /// Console.WriteLine(bot.Logs[0].Message); // no price
    /// </code>
    /// </example>
    public int Run(Action program)
    {
        ArgumentNullException.ThrowIfNull(program);
        return ExitCodeOf(() => OnThread(() =>
        {
            program();
            return 0;
        }));
    }

    /// <summary>Runs an asynchronous program of the bot, and blocks the thread until it ends, as the process does.</summary>
    /// <param name="program">What the bot does.</param>
    public int Run(Func<Task> program)
    {
        ArgumentNullException.ThrowIfNull(program);
        // A thread of the pool, so that no context of the tests has to continue it.
        return ExitCodeOf(() => Task.Run(async () =>
        {
            await program();
            return 0;
        }));
    }

    /// <summary>Runs a program as it is deployed: the entry point of its assembly, such as <c>Program.cs</c>.</summary>
    /// <remarks>What the assembly keeps in static members is not made afresh.</remarks>
    /// <param name="program">The assembly, to which the project of the tests refers; <c>Assembly.Load("my-bot")</c>.</param>
    /// <param name="arguments">The arguments of its command line; the platform gives none.</param>
    public int Run(Assembly program, params string[] arguments)
    {
        ArgumentNullException.ThrowIfNull(program);
        var main = program.EntryPoint
            ?? throw new ArgumentException($"{program.GetName().Name} has no entry point", nameof(program));
        object?[] given = main.GetParameters().Length == 0 ? [] : [arguments];
        return ExitCodeOf(() => OnThread(
            () => main.Invoke(null, BindingFlags.DoNotWrapExceptions, null, given, null) as int? ?? 0));
    }

    /// <summary>Asks the handler of a query's path, and returns its answer as the platform gives it.</summary>
    /// <param name="path">Path of the query; begins with <c>/</c>.</param>
    /// <param name="parameters">Any value whose JSON form is an object; by default <c>{}</c>.</param>
    /// <returns>
    /// <c>{"status":"ok","data":…}</c>, or for a failure <c>{"status":"error","error":message,"code":code}</c>. A failure of the
    /// handler is also among <see cref="Logs"/>, with its place.
    /// </returns>
    /// <exception cref="ArgumentException">The parameters have no JSON form.</exception>
    /// <example>
    /// <code>
    /// using var bot = new TestBot();
    /// Query.Handler("/double", request => 2 * (request.GetInteger("n") ?? 21));
    /// Console.WriteLine(bot.Ask("/double", new { n = 4 }).ToJsonString()); // {"status":"ok","data":8}
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public JsonObject Ask(string path, object? parameters = null)
    {
        ObjectDisposedException.ThrowIf(IsDisposed, this);
        var given = JsonOf(parameters, nameof(parameters));
        var answering = new TestProcess(this, isQueryProcess: true);
        var outcome = answering.Run(() => Task.Run(() => OneShot.AskAsync(Registry, path, given)).GetAwaiter().GetResult());
        return (JsonObject)JsonReading.Read(outcome.OneShot)!;
    }

    /// <summary>Gives the classes of the SDK back to the process, and removes state and result.</summary>
    /// <remarks>Threads of the bot that are left end at their next call of the SDK.</remarks>
    public void Dispose()
    {
        lock (_writing)
        {
            if (IsDisposed) return;
            IsDisposed = true;
        }
        if (TestProcess.Entered == this) TestProcess.Enter(null);
        _folder.Delete(recursive: true);
    }

    /// <summary>What the SDK reads instead of an environment variable.</summary>
    internal string? Variable(string name) => _variables.GetValueOrDefault(name);

    /// <summary>Keeps the folder for what a thread of the bot writes, until the scope ends.</summary>
    /// <exception cref="EndedException">The bot has been disposed of.</exception>
    internal Lock.Scope KeepFolder()
    {
        var kept = _writing.EnterScope();
        if (!IsDisposed) return kept;
        kept.Dispose();
        throw new EndedException();
    }

    /// <summary>Runs a program on a thread that can be left if the program goes on after the end of the bot.</summary>
    private static Task<int> OnThread(Func<int> program) => Task.Factory.StartNew(
        program,
        CancellationToken.None,
        TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach,
        TaskScheduler.Default);

    private int ExitCodeOf(Func<Task<int>> start)
    {
        ObjectDisposedException.ThrowIf(IsDisposed, this);
        Files.Remove(_variables["RESULT_PATH"]);
        var process = new TestProcess(this);
        var program = process.Run(start);
        Task.WaitAny(program, process.ExitCode);
        if (!process.ExitCode.IsCompleted) return program.GetAwaiter().GetResult();
        Task.WaitAny([program], _patience);
        // Nothing else looks at a failure of a program that is left.
        program.ContinueWith(left => left.Exception, TaskScheduler.Default);
        return process.ExitCode.Result;
    }

    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    private static byte[] JsonOf(object? value, string name)
    {
        try
        {
            return JsonWriting.Write(value ?? new JsonObject(), JsonSettings.TypeInfo<object>);
        }
        catch (NoJsonException refused)
        {
            throw new ArgumentException(refused.Message, name, refused);
        }
    }
}
