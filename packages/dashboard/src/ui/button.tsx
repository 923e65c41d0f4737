import type { ButtonHTMLAttributes, ComponentChildren } from "preact";

interface Props extends ButtonHTMLAttributes {
  kind?: "main" | "danger" | "quiet";
  children?: ComponentChildren;
}

export function Button({ kind, type = "button", children, ...rest }: Props) {
  return (
    <button class="button" data-kind={kind} type={type} {...rest}>
      {children}
    </button>
  );
}
