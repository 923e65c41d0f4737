using System.Text;

namespace Botyard;

/// <summary>Compares texts by their UTF-8 bytes [JSON-15], which is not the order of UTF-16.</summary>
internal static class ByBytes
{
    internal static readonly IComparer<string> Comparer = Comparer<string>.Create(
        (left, right) => Encoding.UTF8.GetBytes(left).AsSpan().SequenceCompareTo(Encoding.UTF8.GetBytes(right)));
}
