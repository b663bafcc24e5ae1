// Where each page is in a column of pages of one width; asked for while scrolling, so it only looks up.

export class PageStack {
  /** `layout` has [width, height, start of its text] for every page. */
  constructor(layout, { width, gap, edge }) {
    this.width = width;
    this.tops = [];
    this.heights = [];
    let top = edge;
    for (const [wide, high] of layout) {
      const height = Math.round((width * high) / Math.max(wide, 1));
      this.tops.push(top);
      this.heights.push(height);
      top += height + gap;
    }
    this.total = top - gap + edge;
  }

  /** The last page that begins above this height. */
  at(height) {
    return lastNotAbove(this.tops, height);
  }

  /** The pages between two heights, first and last. */
  between(from, to) {
    return [this.at(from), this.at(to)];
  }
}

/** The index of the last number that is not above a value; 0 if all are. */
export function lastNotAbove(numbers, value) {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (numbers[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
