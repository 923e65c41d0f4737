using System.Reflection;

namespace Botyard.Tests;

public sealed class ErrorCodesTests
{
    [Fact]
    public void A_constant_catches_the_error_of_a_real_call()
    {
        var caught = "";
        try
        {
            Query.Handler("runs", _ => 1);
        }
        catch (BotyardException e) when (e.Code == ErrorCodes.QueryInvalidPath)
        {
            caught = e.Message;
        }
        Assert.Equal("a query path must begin with /, got \"runs\"", caught);
        var missing = Assert.Throws<BotyardException>(() => State.Set("", 1));
        Assert.True(missing.Code is ErrorCodes.StateInvalidKey);
    }

    [Fact]
    public void Every_code_of_the_table_has_a_constant()
    {
        var constants = typeof(ErrorCodes).GetFields(BindingFlags.Public | BindingFlags.Static);
        Assert.Equal(ErrorTable.Rows.Keys.Order(), constants.Select(one => (string)one.GetRawConstantValue()!).Order());
    }
}
