interface Props {
  /** Name for those who do not see the field. */
  label: string;
  /** What can be found. */
  placeholder: string;
  value: string;
  onSearch(words: string): void;
  maxLength?: number;
  class?: string;
}

/** A field for words to find. */
export function SearchField({ label, class: name, onSearch, ...rest }: Props) {
  return (
    <label class={name}>
      <span class="hidden-text">{label}</span>
      <input
        class="input"
        type="search"
        {...rest}
        onInput={({ currentTarget }) => onSearch(currentTarget.value)}
      />
    </label>
  );
}
