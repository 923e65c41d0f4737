import { useMemo } from "preact/hooks";
import type { TabProps } from "../../domain/bot-tab.ts";
import { botWord } from "../../lib/shell.ts";
import { search, setSearch } from "../../lib/url.ts";
import { Button } from "../../ui/button.tsx";
import { Command } from "../../ui/copy.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Filters, noFilter } from "./filters.tsx";
import { Lines } from "./lines.tsx";
import { type LogView, readView } from "./log-view.ts";
import { useSave } from "./save-button.tsx";
import { useLogs } from "./use-logs.ts";

export default function LogsTab({ bot }: TabProps) {
  const params = new URLSearchParams(search.value);
  const line = Number(params.get("line")) || undefined;
  // Without the line: to choose one does not load the view again.
  params.delete("line");
  const text = params.toString();
  const view = useMemo(() => readView(new URLSearchParams(text)), [text]);
  const logs = useLogs(bot.bot_id, view, line);
  const { button, saved, error, retry } = useSave(bot.bot_id, bot.name, view);
  return (
    <Panel title={<Filters view={view} />} actions={button} flush>
      {error !== undefined && (
        <>
          <Failure error={error} retry={retry} />
          <p class="log-saved small">No file was saved: not all lines could be loaded.</p>
        </>
      )}
      {saved && (
        <div class="log-saved small" role="status">
          {saved.isCut ? (
            <>
              The file has the newest {saved.lines.toLocaleString()} lines; there are more. For all of them:
              <Command text={`platform bot logs ${botWord(bot)}`} />
            </>
          ) : (
            `The file has all ${saved.lines.toLocaleString()} lines.`
          )}
        </div>
      )}
      <Loaded
        resource={logs.resource}
        empty={({ lines }) => lines.length === 0 && <NoLines view={view} word={botWord(bot)} />}
      >
        {(value) => <Lines key={text} logs={value} chosen={line} view={view} {...logs} />}
      </Loaded>
    </Panel>
  );
}

function NoLines({ view, word }: { view: LogView; word: string }) {
  if (Object.keys(view).length > 0)
    return (
      <Empty>
        <h2>No line matches</h2>
        <p>New lines that match appear here.</p>
        <Button onClick={() => setSearch(noFilter)}>Show all lines</Button>
      </Empty>
    );
  return (
    <Empty>
      <h2>No lines yet</h2>
      <p>What the bot logs or prints appears here.</p>
      <Command text={`platform bot logs ${word} -w`} />
    </Empty>
  );
}
