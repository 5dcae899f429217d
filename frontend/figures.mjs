/** Ranks as outlines, drawn here: a line and its thickness, thick where the pen goes down and thin where it goes
 *  across, with serifs and drops. Each stands on a box 100 high; `width` is its own. */
const THICK = 20,
  THIN = 8;

const round = (number) => Math.round(number * 10) / 10;
const outline = (points) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}z`;

/** A closed shape, always wound the same way, so that shapes laid over each other add up. */
function shape(points) {
  const area = points.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = points[(at + 1) % points.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  return outline(area < 0 ? [...points].reverse() : points);
}

const bar = (left, top, right, bottom) => shape([
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]);
const circle = (x, y, r) => shape(arc(x, y, r, r, 0, 360));

function arc(x, y, rx, ry, from, to, steps = 28) {
  return Array.from({ length: steps + 1 }, (_, at) => {
    const turn = ((from + ((to - from) * at) / steps) * Math.PI) / 180;
    return [x + rx * Math.cos(turn), y + ry * Math.sin(turn)];
  });
}

/** Points of a cubic curve through its four handles. */
function curve(a, b, c, d, steps = 18) {
  return Array.from({ length: steps + 1 }, (_, at) => {
    const t = at / steps,
      u = 1 - t;
    return [0, 1].map((i) => u ** 3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t ** 3 * d[i]);
  });
}

/** A line drawn with a broad pen: thick going down, thin going across. */
function pen(line, thick = THICK, thin = THIN) {
  const left = [],
    right = [];
  line.forEach(([x, y], at) => {
    const [fromX, fromY] = line[Math.max(0, at - 1)],
      [toX, toY] = line[Math.min(line.length - 1, at + 1)];
    const length = Math.hypot(toX - fromX, toY - fromY) || 1;
    const across = [(fromY - toY) / length, (toX - fromX) / length];
    const half = (thin + (thick - thin) * Math.abs(across[0]) ** 1.6) / 2;
    left.push([x + across[0] * half, y + across[1] * half]);
    right.unshift([x - across[0] * half, y - across[1] * half]);
  });
  return shape([...left, ...right]);
}

const line = (x1, y1, x2, y2, width) => pen([[x1, y1], [x2, y2]], width, width);

/** A ring with its hole: thick at the sides. */
function ring(x, y, rx, ry, thick = THICK, thin = THIN) {
  const inner = arc(x, y, rx - thick, ry - thin, 360, 0);
  return shape(arc(x, y, rx, ry, 0, 360)) + outline(inner);
}

const six = () => [
  ring(39, 66, 37, 34),
  pen([...curve([66, 5], [36, 10], [12, 34], [12, 68])], 20, 8),
];

export const FIGURES = {
  A: {
    width: 92,
    d: [
      shape([[40, 0], [46, 14], [20, 96], [11, 96]]),
      shape([[40, 0], [53, 0], [86, 96], [62, 96]]),
      bar(24, 62, 66, 70),
      bar(0, 93, 35, 100),
      bar(51, 93, 96, 100),
    ],
  },
  2: {
    width: 76,
    d: [
      circle(16, 27, 11),
      pen([
        ...curve([8, 27], [8, 12], [20, 4], [36, 4]),
        ...curve([36, 4], [52, 4], [62, 13], [62, 28]).slice(1),
        ...curve([62, 28], [62, 50], [30, 62], [9, 88]).slice(1),
      ]),
      shape([[4, 100], [4, 90], [12, 82], [74, 82], [74, 100]]),
      bar(68, 66, 75, 100),
    ],
  },
  3: {
    width: 74,
    d: [
      circle(16, 24, 10),
      pen([...curve([8.5, 24], [9, 11], [20, 4], [34, 4]), ...curve([34, 4], [50, 4], [60, 12], [60, 26]).slice(1),
        ...curve([60, 26], [60, 40], [46, 48], [26, 48]).slice(1)], 19),
      pen([...curve([26, 47], [50, 47], [63, 56], [63, 72]), ...curve([63, 72], [63, 88], [50, 96], [33, 96]).slice(1),
        ...curve([33, 96], [18, 96], [6, 90], [6, 77]).slice(1)]),
      circle(14.5, 77, 11),
    ],
  },
  4: {
    width: 80,
    d: [
      bar(42, 0, 62, 100),
      shape([[48, 0], [62, 0], [62, 6], [13, 66], [13, 74], [0, 74], [0, 66]]),
      bar(0, 64, 80, 75),
      bar(30, 93, 74, 100),
    ],
  },
  5: {
    width: 74,
    d: [
      bar(13, 0, 66, 17),
      bar(13, 0, 20, 51),
      bar(13, 44, 22, 51),
      pen([...curve([18, 47], [26, 39], [34, 36], [42, 37]), ...curve([42, 36], [56, 38], [63, 50], [63, 65]).slice(1),
        ...curve([63, 65], [63, 86], [48, 96], [32, 96]).slice(1),
        ...curve([32, 96], [17, 96], [6, 90], [6, 77]).slice(1)]),
      circle(14.5, 77, 11),
    ],
  },
  6: { width: 78, d: six() },
  7: {
    width: 74,
    d: [bar(3, 0, 72, 18), bar(0, 0, 7, 34), shape([[58, 12], [72, 12], [72, 18], [40, 100], [16, 100]])],
  },
  8: { width: 78, d: [ring(39, 25, 32, 25, 18), ring(39, 71, 38, 29)] },
  9: {
    width: 78,
    d: [ring(39, 34, 37, 34), pen([...curve([12, 95], [42, 90], [66, 66], [66, 32])])],
  },
  T: {
    width: 98,
    d: [
      bar(10, 0, 27, 100),
      shape([[27, 0], [20, 0], [0, 12], [0, 20], [14, 18], [27, 10]]),
      bar(0, 93, 37, 100),
      ring(71, 50, 27, 50, 17),
    ],
  },
  J: {
    width: 66,
    d: [
      bar(20, 0, 66, 7),
      bar(33, 0, 53, 72),
      pen([...curve([43, 70], [43, 88], [34, 96], [22, 96]), ...curve([22, 96], [12, 96], [5, 90], [5, 80]).slice(1)]),
      circle(14, 80, 11),
    ],
  },
  Q: { width: 90, d: [ring(45, 48, 45, 48, 22), pen([...curve([36, 80], [56, 78], [56, 114], [88, 101])], 12, 15)] },
  K: {
    width: 94,
    d: [
      bar(10, 0, 30, 100),
      bar(0, 0, 40, 7),
      bar(0, 93, 40, 100),
      line(77, 4, 24, 62, 8),
      shape([[35, 46], [50, 30], [86, 96], [62, 96]]),
      bar(58, 0, 92, 7),
      bar(52, 93, 96, 100),
    ],
  },
};
