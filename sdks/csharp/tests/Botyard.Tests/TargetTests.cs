namespace Botyard.Tests;

public sealed class TargetTests
{
    [Theory]
    [InlineData("/a%20b?x=1", "/a b", "x=1")]
    [InlineData("/%2541+%zz", "/%41+%zz", "")]
    [InlineData("/a/../b//", "/a/../b//", "")]
    [InlineData("http://host:1/a?b?c", "/a", "b?c")]
    [InlineData("http://host", "/", "")]
    [InlineData("/%ff", "/\uFFFD", "")]
    public void A_target_is_a_path_and_a_query_string(string target, string path, string query) =>
        Assert.Equal((path, query), Target.Split(target));

    [Fact]
    public void A_query_string_is_read_as_browsers_do() =>
        Assert.Equal(
            """{"a":"2","b c":"","":"x","d":"=%"}""",
            Target.Parameters("a=1&a=2&b+c&&=x&d==%25").ToJsonString());
}
