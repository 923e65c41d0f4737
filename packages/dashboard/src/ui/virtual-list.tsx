import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

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
  /** Scrolls to this item once. */
  goTo?: number | undefined;
  children(item: Item): ComponentChildren;
}

const nearStart = 5;

/** A list of any length of which only the visible items are in the page. */
export function VirtualList<Item>(props: Props<Item>) {
  const { items, keyOf, itemHeight, follows, goTo } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useState(0);
  const latest = useRef(props);
  latest.current = props;

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
    onChange: (changed) => {
      redraw((count) => count + 1);
      const { range, scrollElement } = changed;
      if (range && range.startIndex <= nearStart) latest.current.onStart?.();
      if (scrollElement && changed.isScrolling) {
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
  useLayoutEffect(() => {
    if (goTo === undefined || count === 0) return;
    const index = latest.current.items.findIndex((item) => keyOf(item) === goTo);
    if (index !== -1) virtual.scrollToIndex(index, { align: "center" });
  }, [goTo, count === 0]);
  useLayoutEffect(() => {
    if (follows && goTo === undefined && count > 0) virtual.scrollToIndex(count - 1, { align: "end" });
  }, [follows, count]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls with the keyboard
    <section class="virtual-list" ref={scroller} tabIndex={0} aria-label={props.label}>
      <div style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <div
              key={key}
              data-index={index}
              ref={(element) => virtual.measureElement(element)}
              style={{ transform: `translateY(${start}px)` }}
            >
              {props.children(item)}
            </div>
          );
        })}
      </div>
    </section>
  );
}
