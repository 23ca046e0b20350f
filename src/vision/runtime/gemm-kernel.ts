/**
 * The kernel of a matrix product in WebAssembly: the body of a function as ONNX Runtime's MLAS calls it for a part of a single-precision product: six
 * rows by eight columns at once in fused multiply-adds, for which an engine needs relaxed SIMD (WebAssembly 3.0), or five in products and sums.
 *
 * The function's parameters, all i32 but for the last, f32: where A, B and C lie in memory (B in panels of 16 columns, each K × 16 numbers, the last one
 * filled up); K; how many rows and columns of C there are; how many numbers a row of A and of C takes; alpha. It returns how many rows it has done, 1 to 6:
 * C = alpha A B for these, or C + alpha A B where it `adds`. K, rows and columns are 1 at least.
 *
 * Six by eight are twelve sums: enough to hide how long one multiply-add takes, and with the eight columns and one number of A just the fifteen registers
 * that x86 leaves; a product that is not fused takes one of them. Goto, van de Geijn: Anatomy of High-Performance Matrix Multiplication, 2008.
 */
export function gemmKernel({ adds, isFused }: GemmKernel): Uint8Array {
  const { i32, v128 } = LOCALS;
  const most = isFused ? MAX_ROWS : MAX_ROWS - 1;
  const locals = [2, unsigned(i32), 0x7f, unsigned(v128), 0x7b];
  const body: Code = [
    [get(LDA), i32Const(2), I32_SHL, set(LDA)],
    [get(LDC), i32Const(2), I32_SHL, set(LDC)],
    // From the right half of a panel to the left one of the next.
    [get(K), i32Const(6), I32_SHL, i32Const(32), I32_SUB, set(NEXT_PANEL)],
    // Six or five at once would leave too few of these, of which half the sums wait for each other.
    when(
      [get(ROWS), i32Const(most), I32_GE_U, ...(isFused ? [8] : [6, 8]).map((rows) => [get(ROWS), i32Const(rows), I32_NE, I32_AND])],
      blockOfRows(most, adds, isFused),
    ),
    when([get(ROWS), i32Const(4), I32_GE_U], blockOfRows(4, adds, isFused)),
    when([get(ROWS), i32Const(2), I32_GE_U], blockOfRows(2, adds, isFused)),
    blockOfRows(1, adds, isFused),
    UNREACHABLE,
    END,
  ];
  return Uint8Array.from([locals, body].flat(Infinity as 1) as number[]);
}

export interface GemmKernel {
  /** Whether it adds to the values in C. */
  readonly adds: boolean;
  readonly isFused: boolean;
}

type Code = readonly (number | Code)[];

// The parameters, then the other locals: i32, then v128.
const [A, B, C, K, ROWS, COLUMNS, LDA, LDC, ALPHA] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const [LEFT, AT_B, NEXT_PANEL, AT_C, ROW_OF_C, IS_RIGHT_HALF] = [9, 10, 11, 12, 13, 14] as const;
const MAX_ROWS = 6;
const atA = (row: number) => 15 + row;
const low = (row: number) => 15 + MAX_ROWS + row;
const high = (row: number) => 15 + 2 * MAX_ROWS + row;
const LOW_B = 15 + 3 * MAX_ROWS;
const HIGH_B = LOW_B + 1;
const OF_A = LOW_B + 2;
const LOCALS = { i32: 6 + MAX_ROWS, v128: 2 * MAX_ROWS + 3 } as const;

/** All columns of a block of this many rows; returns from the function. */
function blockOfRows(rows: number, adds: boolean, isFused: boolean): Code {
  const each = (code: (row: number) => Code): Code => Array.from({ length: rows }, (_, row) => code(row));
  const added = (sum: number): Code => (isFused ? [get(sum), F32X4_MADD] : [F32X4_MUL, get(sum), F32X4_ADD]);
  const products = (step: number): Code => [
    [get(AT_B), v128Load(64 * step), set(LOW_B), get(AT_B), v128Load(64 * step + 16), set(HIGH_B)],
    each((row) => [
      [get(atA(row)), load32Splat(4 * step), set(OF_A)],
      [get(OF_A), get(LOW_B), added(low(row)), set(low(row))],
      [get(OF_A), get(HIGH_B), added(high(row)), set(high(row))],
    ]),
  ];
  const scaled = (sum: number): Code => [get(OF_A), get(sum), F32X4_MUL, set(sum)];
  return loop([
    [get(B), set(AT_B), get(A), set(atA(0))],
    each((row) => (row === 0 ? [] : [get(atA(row - 1)), get(LDA), I32_ADD, set(atA(row))])),
    each((row) => [V128_ZERO, set(low(row)), V128_ZERO, set(high(row))]),
    [get(K), set(LEFT)],
    when(
      [get(LEFT), i32Const(2), I32_GE_U],
      loop([
        [products(0), products(1), advance(AT_B, 128), each((row) => advance(atA(row), 8)), advance(LEFT, -2)],
        [get(LEFT), i32Const(2), I32_GE_U, brIf(0)],
      ]),
    ),
    when([get(LEFT)], products(0)),
    [get(ALPHA), F32X4_SPLAT, set(OF_A), each((row) => [scaled(low(row)), scaled(high(row))]), get(C), set(AT_C)],
    whenElse(
      [get(COLUMNS), i32Const(8), I32_GE_U],
      each((row) => [stored(low(row), 0, adds), stored(high(row), 16, adds), get(AT_C), get(LDC), I32_ADD, set(AT_C)]),
      each((row) => [get(AT_C), set(ROW_OF_C), partOfRow(row, adds), get(ROW_OF_C), get(LDC), I32_ADD, set(AT_C)]),
    ),
    when([get(COLUMNS), i32Const(8), I32_LE_U], [i32Const(rows), RETURN]),
    [advance(COLUMNS, -8), advance(C, 32)],
    [get(IS_RIGHT_HALF), I32_EQZ, set(IS_RIGHT_HALF)],
    [get(B), i32Const(32), get(NEXT_PANEL), get(IS_RIGHT_HALF), SELECT, I32_ADD, set(B)],
    br(0),
  ]);
}

/** Stores four sums at AT_C plus `offset`, bytes. */
function stored(sum: number, offset: number, adds: boolean): Code {
  const value: Code = adds ? [get(AT_C), v128Load(offset), get(sum), F32X4_ADD] : get(sum);
  return [get(AT_C), value, v128Store(offset)];
}

/** The remaining 1 to 7 columns of a row, at AT_C, which moves. */
function partOfRow(row: number, adds: boolean): Code {
  const lanes = (load: Code, store: Code): Code => [
    adds ? [get(LOW_B), get(AT_C), load, F32X4_ADD, set(LOW_B)] : [],
    [get(AT_C), get(LOW_B), store],
  ];
  return [
    [get(low(row)), set(LOW_B)],
    when([get(COLUMNS), i32Const(4), I32_AND], [stored(low(row), 0, adds), advance(AT_C, 16), get(high(row)), set(LOW_B)]),
    when(
      [get(COLUMNS), i32Const(2), I32_AND],
      [lanes(LOAD64_ZERO, STORE64_LANE_0), advance(AT_C, 8), get(LOW_B), get(LOW_B), SECOND_HALF_FIRST, set(LOW_B)],
    ),
    when([get(COLUMNS), i32Const(1), I32_AND], lanes(LOAD32_ZERO, STORE32_LANE_0)),
  ];
}

// Instructions, as in WebAssembly's binary format.
const [UNREACHABLE, ELSE, END, RETURN, SELECT] = [0x00, 0x05, 0x0b, 0x0f, 0x1b] as const;
const [I32_EQZ, I32_NE, I32_LE_U, I32_GE_U] = [0x45, 0x47, 0x4d, 0x4f] as const;
const [I32_ADD, I32_SUB, I32_AND, I32_SHL] = [0x6a, 0x6b, 0x71, 0x74] as const;
const F32X4_SPLAT = [0xfd, 0x13] as const;
const F32X4_ADD = [0xfd, 0xe4, 0x01] as const;
const F32X4_MUL = [0xfd, 0xe6, 0x01] as const;
const F32X4_MADD = [0xfd, 0x85, 0x02] as const;
const V128_ZERO = [0xfd, 0x0c, Array<number>(16).fill(0)] as const;
/** A shuffle: bytes 8 to 15 come first. */
const SECOND_HALF_FIRST = [0xfd, 0x0d, Array.from({ length: 16 }, (_, byte) => (byte + 8) % 16)] as const;
const [LOAD32_ZERO, LOAD64_ZERO] = [
  [0xfd, 92, 2, 0],
  [0xfd, 93, 2, 0],
] as const;
const [STORE32_LANE_0, STORE64_LANE_0] = [
  [0xfd, 90, 2, 0, 0],
  [0xfd, 91, 2, 0, 0],
] as const;

const get = (local: number): Code => [0x20, unsigned(local)];
const set = (local: number): Code => [0x21, unsigned(local)];
const i32Const = (value: number): Code => [0x41, signed(value)];
const v128Load = (offset: number): Code => [0xfd, 0, 2, unsigned(offset)];
const load32Splat = (offset: number): Code => [0xfd, 9, 2, unsigned(offset)];
const v128Store = (offset: number): Code => [0xfd, 11, 2, unsigned(offset)];
const br = (depth: number): Code => [0x0c, depth];
const brIf = (depth: number): Code => [0x0d, depth];
const loop = (body: Code): Code => [0x03, NOTHING, body, END];
const when = (condition: Code, then: Code): Code => [condition, 0x04, NOTHING, then, END];
const whenElse = (condition: Code, then: Code, otherwise: Code): Code => [condition, 0x04, NOTHING, then, ELSE, otherwise, END];
const advance = (local: number, by: number): Code => [get(local), i32Const(by), I32_ADD, set(local)];
/** Result type of a block that leaves nothing on the stack. */
const NOTHING = 0x40;

/** A number in LEB128. */
export function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))];
}

function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
