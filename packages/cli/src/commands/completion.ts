import { defineCommand } from "../command.ts";
import { scripts } from "../completion/scripts.ts";

export default defineCommand<object>({
  about: [
    "Completes commands, options, and the ids and names of bots and custom bots. Ids and names are requested from the platform, with a time limit of 300 ms, and cached for a minute.",
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
      throw usage(
        `Unknown shell ${JSON.stringify(shell)}. Supported shells: ${Object.keys(scripts).join(", ")}.`,
      );
    }
    context.stdout.write(script);
    return undefined;
  },
});
