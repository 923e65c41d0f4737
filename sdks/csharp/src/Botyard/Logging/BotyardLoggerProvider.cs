using Microsoft.Extensions.Logging;

namespace Botyard;

/// <summary>Makes the loggers that <see cref="BotyardLoggerExtensions.AddBotyard"/> adds.</summary>
[ProviderAlias("Botyard")]
internal sealed class BotyardLoggerProvider : ILoggerProvider, ISupportExternalScope
{
    internal IExternalScopeProvider? Scopes { get; private set; }

    public ILogger CreateLogger(string categoryName) => new BotyardLogger(categoryName, this);

    public void SetScopeProvider(IExternalScopeProvider scopeProvider) => Scopes = scopeProvider;

    public void Dispose()
    {
        // The streams are the process's.
    }
}
