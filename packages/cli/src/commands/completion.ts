import { defineCommand } from "../command.ts";
import { scripts } from "../completion/scripts.ts";

export default defineCommand<object>({
  about: [
    "Completes commands, flags, and the ids and names of your bots (asked of the platform, at most 300 ms, kept for a minute).",
  ],
  examples: [
    ["bash, in ~/.bashrc", 'eval "$(platform completion bash)"'],
    ["zsh, in ~/.zshrc after compinit", 'eval "$(platform completion zsh)"'],
    ["fish", "platform completion fish > ~/.config/fish/completions/platform.fish"],
    ["PowerShell, in $PROFILE", "platform completion powershell | Out-String | Invoke-Expression"],
  ],
  arguments: [{ name: "shell", help: "bash, zsh, fish or powershell", completes: Object.keys(scripts) }],
  async run(context, [shell]) {
    const script = scripts[shell!];
    if (script === undefined) {
      const { usage } = await import("../failure.ts");
      throw usage(`There is no completion for ${JSON.stringify(shell)}: ${Object.keys(scripts).join(", ")}.`);
    }
    context.stdout.write(script);
    return undefined;
  },
});
