/** Stands for content that is being loaded; invisible for the first 200 ms. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="hidden-text">Loading …</span>
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}
