import { defineCommand } from "../command.ts";
import { scripts } from "../completion/scripts.ts";
import { freeName, ownName } from "../output/as-called.ts";

export default defineCommand<object>({
  about: [
    "Completes commands, options, and the ids and names of bots and custom bots. Ids and names are requested from the platform, with a time limit of 300 ms, and cached for a minute.",
  ],
  examples: [
    ["bash, in ~/.bashrc", 'eval "$(platform completion bash)"'],
    ["zsh, in ~/.zshrc after compinit", 'eval "$(platform completion zsh)"'],
    ["fish, in ~/.config/fish/config.fish", "platform completion fish | source"],
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
    // The functions and what they complete have the name that is on PATH.
    context.stdout.write(context.name === freeName ? script.replaceAll(ownName, freeName) : script);
    return undefined;
  },
});
