import { leave, leaving } from "../lib/url.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** Asks before what is not saved is lost. */
export function LeaveDialog() {
  if (!leaving.value) return null;
  const stay = () => {
    leaving.value = undefined;
  };
  return (
    <Dialog title="Leave this page?" onClose={stay}>
      <div class="stack">
        <p>{leaving.value.why}</p>
        <div class="actions">
          <Button kind="main" onClick={stay}>
            Stay
          </Button>
          <Button kind="danger" onClick={leave}>
            Leave
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
