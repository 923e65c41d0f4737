using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;

namespace Botyard;

/// <summary>Records of <c>Microsoft.Extensions.Logging</c> as lines of the log.</summary>
public static class BotyardLoggerExtensions
{
    /// <summary>Writes the records of all loggers as <see cref="Log"/> does, with their level and message.</summary>
    /// <remarks>
    /// <para>The data has the category as <c>logger</c>, the values of the message and of its scopes by name, the text of other
    /// scopes as <c>scopes</c>, and the text of an exception as <c>exception</c>. Numbers and truth values stay what they are;
    /// of anything else the data has the text, as the message does, or why it has none. A value with the name <c>logger</c> is in
    /// the message only. Critical is <c>error</c>, trace is <c>debug</c>. A line that cannot be written is lost, and changes
    /// nothing else.</para>
    /// <para>A host has other providers at first: <c>builder.Logging.ClearProviders().AddBotyard()</c>.</para>
    /// </remarks>
    /// <param name="builder">Of a <c>LoggerFactory</c>, or the <c>Logging</c> of a host's builder.</param>
    /// <returns>The same builder.</returns>
    /// <example>
    /// <code>
    /// using var loggers = LoggerFactory.Create(builder => builder.AddBotyard());
    /// loggers.CreateLogger("feed").LogWarning("late by {Seconds} s", 90);
    /// // {"level":"warn","timestamp":"…","message":"late by 90 s","data":{"logger":"feed","Seconds":90}}
    /// </code>
    /// </example>
    public static ILoggingBuilder AddBotyard(this ILoggingBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Services.TryAddEnumerable(ServiceDescriptor.Singleton<ILoggerProvider, BotyardLoggerProvider>());
        return builder;
    }
}
