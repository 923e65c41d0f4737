import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { itemAfterKey } from "./list-keys.ts";

interface Props<Item> {
  items: readonly Item[];
  keyOf(item: Item): number;
  /** The usual height of an item, in pixels. */
  itemHeight: number;
  /** What the list contains, for readers who do not see it. */
  label: string;
  /** Stays at the end while items are added, as long as the reader is there. */
  follows: boolean;
  /** Called when the reader arrives at the end or leaves it. */
  onFollow(isAtEnd: boolean): void;
  /** Called when the reader comes near the beginning. */
  onStart?(): void;
  /** Called when the reader comes near the end. */
  onEnd?(): void;
  /** Called for Enter on an item. */
  onEnter?(item: Item): void;
  /** Scrolls to this item once. */
  goTo?: number | undefined;
  children(item: Item): ComponentChildren;
}

const nearEdge = 5;

/** A list of any length of which only the visible items, and the one with the focus, are in the page. */
export function VirtualList<Item>(props: Props<Item>) {
  const { items, keyOf, itemHeight, follows, goTo } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useState(0);
  /** Key of the item with the focus. */
  const [active, setActive] = useState<number>();
  /** What the reader last moved the list with. */
  const steered = useRef<"pointer" | "keys">(undefined);
  const latest = useRef(props);
  latest.current = props;
  const activeAt = active === undefined ? -1 : items.findIndex((item) => keyOf(item) === active);

  const options: VirtualizerOptions<HTMLDivElement, HTMLDivElement> = {
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => itemHeight,
    getItemKey: (index) => keyOf(latest.current.items[index]!),
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    overscan: 8,
    anchorTo: "end",
    followOnAppend: follows,
    scrollEndThreshold: itemHeight * 2,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      // An element that leaves the page loses the focus.
      if (activeAt === -1 || shown.includes(activeAt)) return shown;
      return [...shown, activeAt].sort((a, b) => a - b);
    },
    onChange: (changed) => {
      redraw((count) => count + 1);
      // The list itself scrolls to the end or to an item, past places where the reader never was.
      if (!steered.current) return;
      const { range, scrollElement } = changed;
      if (range && range.startIndex <= nearEdge) latest.current.onStart?.();
      if (range && range.endIndex >= latest.current.items.length - nearEdge) latest.current.onEnd?.();
      if (scrollElement && changed.isScrolling && steered.current === "pointer") {
        const { scrollHeight, scrollTop, clientHeight } = scrollElement;
        latest.current.onFollow(scrollHeight - scrollTop - clientHeight < itemHeight * 2);
      }
    },
  };
  const list = useRef<Virtualizer<HTMLDivElement, HTMLDivElement>>(undefined);
  list.current ??= new Virtualizer(options);
  const virtual = list.current;
  virtual.setOptions({ ...virtual.options, ...options });
  useEffect(() => virtual._didMount(), []);
  useLayoutEffect(() => virtual._willUpdate());

  const count = items.length;
  useLayoutEffect(() => forgetOldSizes(virtual, latest.current));
  useLayoutEffect(() => {
    if (goTo === undefined || count === 0) return;
    const index = latest.current.items.findIndex((item) => keyOf(item) === goTo);
    if (index !== -1) virtual.scrollToIndex(index, { align: "center" });
  }, [goTo, count === 0]);
  const lastKey = count > 0 ? keyOf(items[count - 1]!) : undefined;
  useLayoutEffect(() => {
    if (follows && count > 0) virtual.scrollToIndex(count - 1, { align: "end" });
  }, [follows, lastKey]);

  const focusOn = (index: number) => {
    const key = keyOf(items[index]!);
    setActive(key);
    steered.current = "keys";
    props.onFollow(index === count - 1);
    virtual.scrollToIndex(index, { align: "auto" });
    waitingFor.current = key;
  };
  const waitingFor = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (waitingFor.current === undefined) return;
    const element = scroller.current?.querySelector<HTMLElement>(`[data-key="${waitingFor.current}"]`);
    if (!element) return;
    waitingFor.current = undefined;
    element.focus({ preventScroll: true });
  });
  const onPointer = () => {
    steered.current = "pointer";
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const isItem = target.dataset.key !== undefined;
    if (event.key === "Enter" && isItem && activeAt !== -1) {
      event.preventDefault();
      props.onEnter?.(items[activeAt]!);
    }
    // Arrow keys within a text that can be scrolled or edited belong to it.
    if (!isItem && target !== scroller.current && !target.matches("a, button")) return;
    const perPage = Math.floor((scroller.current?.clientHeight ?? 0) / itemHeight);
    const to = itemAfterKey(event.key, activeAt === -1 ? undefined : activeAt, count, perPage);
    if (to === undefined) return;
    event.preventDefault();
    focusOn(to);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: between a list element and its items there could be no box of full height
    <div
      class="virtual-list"
      ref={scroller}
      role="list"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the list is scrolled and walked with the keyboard
      tabIndex={0}
      aria-label={props.label}
      onKeyDown={onKeyDown}
      onWheel={onPointer}
      onPointerDown={onPointer}
      onTouchStart={onPointer}
    >
      <div role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div
              key={key}
              role="listitem"
              aria-setsize={-1}
              aria-posinset={index + 1}
              tabIndex={-1}
              data-index={index}
              data-key={key}
              ref={(element) => virtual.measureElement(element)}
              style={{ transform: `translateY(${start}px)` }}
              onFocusIn={() => setActive(Number(key))}
            >
              {props.children(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The list remembers the height of every item it has ever shown; of a log without end, only those that it still has count. */
function forgetOldSizes<Item>(
  { itemSizeCache }: Virtualizer<HTMLDivElement, HTMLDivElement>,
  { items, keyOf }: Props<Item>,
): void {
  if (itemSizeCache.size < 2 * items.length + 1_000) return;
  const kept = new Set<number>(items.map(keyOf));
  for (const key of itemSizeCache.keys()) if (!kept.has(Number(key))) itemSizeCache.delete(key);
}
