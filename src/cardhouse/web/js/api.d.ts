// Written by `make api` from cardhouse/protocol.py: change that.

/** Which match, at which moment of it. */
export interface AtMoment {
  /** The id that `new` gave: nobody guesses it, and who has it can play. */
  match: string;
  /** How many moves were played before. */
  number: number;
  /** With it, nothing is done twice, however late a request comes. */
  revision?: number;
}

/** A new match. */
export interface Begun {
  view: View;
  /** How many moves and undos the match has seen. */
  revision: number;
  /** The id that `new` gave: nobody guesses it, and who has it can play. */
  match: string;
}

/** A bomb beside the board. */
export interface BoomBomb {
  side: "left" | "right" | "top" | "bottom";
  index: number;
  /** How many moves are left until it goes off. */
  fuse: number;
}

/** A bomb arrived. */
export interface BoomBombEvent {
  event: "bomb";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  side: "left" | "right" | "top" | "bottom";
  index: number;
  /** How many moves are left until it goes off. */
  fuse: number;
}

/** The five cards vanished. */
export interface BoomClearEvent {
  event: "clear";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  cells: ([number, number])[];
}

/** Scorch timers fell, to this. */
export interface BoomCoolEvent {
  event: "cool";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  cells: BoomTimer[];
}

/** A bomb was disarmed, or went off. */
export interface BoomDisarmEvent {
  event: "disarm";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  side: "left" | "right" | "top" | "bottom";
  index: number;
}

/** A bomb was disarmed, or went off. */
export interface BoomExplodeEvent {
  event: "explode";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  side: "left" | "right" | "top" | "bottom";
  index: number;
}

/** Cards fell. */
export interface BoomFallEvent {
  event: "fall";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  falls: Way[];
}

/** Fuses changed by so much, and are now this long. */
export interface BoomFuseEvent {
  event: "fuse";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  by: number;
  bombs: BoomBomb[];
}

/** The hand scored. */
export interface BoomGainEvent {
  event: "gain";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  hand: string;
  base: number;
  combo: number;
  clutch: boolean;
  gain: number;
}

/** A hand of Poker Boom. */
export interface BoomHand {
  hand: string;
  points: number;
  bombs: string;
}

/** A level of Poker Boom. */
export interface BoomLevel {
  level: number;
  name: string;
  target: number;
  moves: number;
  bombs: number;
  every: number;
  fuse_low: number;
  fuse_high: number;
}

/** A card that came. */
export interface BoomNewCard {
  /** Row and column. */
  cell: [number, number];
  /** Rank and suit: `Ts` is the ten of spades. */
  card: string;
}

/** What can be chosen before Poker Boom is dealt. */
export interface BoomOptions {
  /** a level, or endless play without a target */
  mode?: "level" | "endless";
  /** the level */
  level?: number | null;
  /** any five connected cells, or only a path */
  shape?: "any" | "path";
}

/** Something that happened. */
export interface BoomPauseEvent {
  event: "pause";
  /** The same in words; empty where there is nothing to say. */
  text: string;
}

/** What a player of Poker Boom sees. */
export interface BoomPosition {
  outcome?: "playing" | "won" | "lost" | "over";
  /** What part of the game it is; `over` after its end. */
  phase?: string;
  /** Why it has ended, if it has. */
  ending?: string | null;
  /** How many moves were taken back that had drawn chance. */
  undone?: number;
  /** For how many positions a hint was asked for. */
  hints?: number;
  board?: string[][];
  /** For how many moves a cell cannot be used. */
  scorch?: number[][];
  /** The oldest first. */
  bombs?: BoomBomb[];
  score?: number;
  combo?: number;
  /** What the next gain is multiplied by, in percent. */
  clutch?: number;
  /** null in endless mode. */
  moves_left?: number | null;
  /** The score that wins; null in endless mode. */
  target?: number | null;
  level?: number | null;
  mode?: "level" | "endless";
}

/** A bomb scorched cells, for so long. */
export interface BoomScorchEvent {
  event: "scorch";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  cells: ([number, number])[];
  moves: number;
}

export interface BoomShuffleEvent {
  event: "shuffle";
  text: string;
  from: ([number, number])[];
}

/** New cards came. */
export interface BoomSpawnEvent {
  event: "spawn";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  cards: BoomNewCard[];
}

/** For how many moves a cell is still scorched. */
export interface BoomTimer {
  /** Row and column. */
  cell: [number, number];
  moves: number;
}

/** What a player of Poker Boom sees. */
export interface BoomView {
  outcome: "playing" | "won" | "lost" | "over";
  /** What part of the game it is; `over` after its end. */
  phase: string;
  /** Why it has ended, if it has. */
  ending: string | null;
  /** How many moves were taken back that had drawn chance. */
  undone: number;
  /** For how many positions a hint was asked for. */
  hints: number;
  board: string[][];
  /** For how many moves a cell cannot be used. */
  scorch: number[][];
  /** The oldest first. */
  bombs: BoomBomb[];
  score: number;
  combo: number;
  /** What the next gain is multiplied by, in percent. */
  clutch: number;
  /** null in endless mode. */
  moves_left: number | null;
  /** The score that wins; null in endless mode. */
  target: number | null;
  level: number | null;
  mode: "level" | "endless";
}

/** A card is blown away: by itself, or by a free bomb. */
export interface CrushBombEvent {
  event: "bomb";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  /** Row and column. */
  cell: [number, number];
  /** Rank and suit: `Ts` is the ten of spades. */
  card: string;
  free: boolean;
  /** How many free bombs are left. */
  left: number;
}

/** The chain is broken. */
export interface CrushChainEvent {
  event: "chain";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  was: number;
  chain: number;
}

/** A run is cleared. */
export interface CrushClearEvent {
  event: "clear";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  cells: ([number, number])[];
  length: number;
  base: number;
  chain: number;
  /** By what a clean canastra multiplies. */
  canastra: number;
  gain: number;
}

/** A new deck is shuffled. */
export interface CrushDeckEvent {
  event: "deck";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  cards: number;
}

/** A card comes. */
export interface CrushDropEvent {
  event: "drop";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  /** Row and column. */
  cell: [number, number];
  /** Rank and suit: `Ts` is the ten of spades. */
  card: string;
  tag: "" | "bomb" | "swapper";
}

/** Cards fall at once. */
export interface CrushFallEvent {
  event: "fall";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  falls: Way[];
}

/** What can be chosen before Solitaire Crush is dealt. */
export interface CrushOptions {
}

/** What a player of Solitaire Crush sees. */
export interface CrushPosition {
  outcome?: "playing" | "won" | "lost" | "over";
  /** What part of the game it is; `over` after its end. */
  phase?: string;
  /** Why it has ended, if it has. */
  ending?: string | null;
  /** How many moves were taken back that had drawn chance. */
  undone?: number;
  /** For how many positions a hint was asked for. */
  hints?: number;
  /** `--` is an empty cell, `**` a joker. */
  board?: string[][];
  tags?: (("" | "bomb" | "swapper")[])[];
  score?: number;
  base?: number;
  /** What the next clear is multiplied by. */
  chain?: number;
  free_swaps?: number;
  free_bombs?: number;
  deck_left?: number;
}

/** A card slides; the second is the one it changes places with, if there is one. */
export interface CrushSlideEvent {
  event: "slide";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  /** Row and column. */
  from: [number, number];
  /** Row and column. */
  to: [number, number];
  cards: string[];
}

/** Two cards change places: by a swapper, or for a free swap. */
export interface CrushSwapEvent {
  event: "swap";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  cells: ([number, number])[];
  cards: string[];
  free: boolean;
  /** How many free swaps are left. */
  left: number;
}

/** A card is a swapper no more. */
export interface CrushUntagEvent {
  event: "untag";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  /** Row and column. */
  cell: [number, number];
  /** Rank and suit: `Ts` is the ten of spades. */
  card: string;
  tag: "" | "bomb" | "swapper";
}

/** What a player of Solitaire Crush sees. */
export interface CrushView {
  outcome: "playing" | "won" | "lost" | "over";
  /** What part of the game it is; `over` after its end. */
  phase: string;
  /** Why it has ended, if it has. */
  ending: string | null;
  /** How many moves were taken back that had drawn chance. */
  undone: number;
  /** For how many positions a hint was asked for. */
  hints: number;
  /** `--` is an empty cell, `**` a joker. */
  board: string[][];
  tags: (("" | "bomb" | "swapper")[])[];
  score: number;
  base: number;
  /** What the next clear is multiplied by. */
  chain: number;
  free_swaps: number;
  free_bombs: number;
  deck_left: number;
}

/** The end of a match, told by the match itself. */
export interface EndEvent {
  event: "end";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  outcome: "playing" | "won" | "lost" | "over";
  score: number;
  /** Why it has ended. */
  why: string | null;
}

/** Why something was not done. */
export interface Error {
  /** A code. */
  reason: string;
  /** A sentence for the player. */
  message: string;
  /** With `out_of_turn`: how the match stands. */
  view?: View;
  /** With `out_of_turn`: its number of moves. */
  number?: number;
  /** With `out_of_turn`: its revision. */
  revision?: number;
  /** With a false record: the first bad move. */
  move?: number | null;
}

export type Event = BoomGainEvent | BoomPauseEvent | BoomFuseEvent | BoomDisarmEvent | BoomClearEvent | BoomFallEvent | BoomSpawnEvent | BoomCoolEvent | BoomExplodeEvent | BoomScorchEvent | BoomShuffleEvent | BoomBombEvent | GridFreezeEvent | GridUnfreezeEvent | GridResetEvent | GridTakeEvent | GridOfferEvent | GridOrderEvent | GridPlayEvent | GridDrawEvent | GridLineEvent | GridBonusEvent | GridGrowEvent | GridFadeEvent | CrushSlideEvent | CrushSwapEvent | CrushUntagEvent | CrushChainEvent | CrushClearEvent | CrushBombEvent | CrushFallEvent | CrushDeckEvent | CrushDropEvent | EndEvent;

export type GameName = "boom" | "grid" | "crush";

/** A game there is. */
export interface GameRow {
  name: GameName;
  title: string;
  /** The weakest first; empty where hands do not count. */
  hands: Hand[];
  /** The kinds of its moves, in the order of their numbers. */
  moves: KindInfo[];
}

/** The games there are. */
export interface Games {
  games: GameRow[];
}

/** What the whole grid adds to what the lines made. */
export interface GridBonus {
  parts: GridBonusPart[];
  /** What all parts come to. */
  times: number;
  /** The points that it adds. */
  gain: number;
}

/** The whole grid multiplies what the lines made. */
export interface GridBonusEvent {
  event: "bonus";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  parts: GridBonusPart[];
  /** What all parts come to. */
  times: number;
  /** The points that it adds. */
  gain: number;
}

/** One thing that the whole grid multiplies by. */
export interface GridBonusPart {
  name: string;
  times: number;
}

/** Cards were frozen, unfrozen or drawn. */
export interface GridDrawEvent {
  event: "draw";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  cells: ([number, number])[];
  cards: string[];
}

/** A joker holds something else: it faded, or the freezes were touched. */
export interface GridFadeEvent {
  event: "fade";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  place: number;
  name: string;
  held: number;
}

/** Cards were frozen, unfrozen or drawn. */
export interface GridFreezeEvent {
  event: "freeze";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  cells: ([number, number])[];
  cards: string[];
}

/** A joker grew by a line. */
export interface GridGrowEvent {
  event: "grow";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  place: number;
  name: string;
  held: number;
  line: string;
}

/** A hand of Poker Grid. */
export interface GridHand {
  hand: string;
  chips: number;
  mult: number;
}

/** A joker. */
export interface GridJoker {
  name: string;
  /** What it does. */
  text: string;
  /** What it has gathered so far. */
  held: number;
}

/** What a line stood at after a joker. */
export interface GridJokerStep {
  place: number;
  name: string;
  chips: number;
  mult: number;
}

/** How a line came to its score. */
export interface GridLine {
  line: string;
  hand: string;
  base_chips: number;
  base_mult: number;
  chips: number;
  mult: number;
  score: number;
  jokers: GridJokerStep[];
}

/** A line is scored. */
export interface GridLineEvent {
  event: "line";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  line: string;
  hand: string;
  base_chips: number;
  base_mult: number;
  chips: number;
  mult: number;
  score: number;
  jokers: GridJokerStep[];
  gain: number;
}

/** Three jokers are offered. */
export interface GridOfferEvent {
  event: "offer";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  offers: GridJoker[];
}

/** What can be chosen before Poker Grid is dealt. */
export interface GridOptions {
  /** jokers to start with, no draft */
  jokers?: string[] | null;
  /** jokers to draft */
  picks?: number;
  /** freeze the best pair at the start */
  auto_freeze?: boolean;
  /** points that win, not the measured ones */
  target?: number | null;
  /** let the whole grid multiply a hand */
  bonuses?: boolean;
}

export interface GridOrderEvent {
  event: "order";
  text: string;
  from: number;
  to: number;
  name: string;
}

/** A hand is played. */
export interface GridPlayEvent {
  event: "play";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  hands_left: number;
}

/** What a player of Poker Grid sees. */
export interface GridPosition {
  outcome?: "playing" | "won" | "lost" | "over";
  /** What part of the game it is; `over` after its end. */
  phase?: string;
  /** Why it has ended, if it has. */
  ending?: string | null;
  /** How many moves were taken back that had drawn chance. */
  undone?: number;
  /** For how many positions a hint was asked for. */
  hints?: number;
  board?: string[][];
  frozen?: ([number, number])[];
  jokers?: GridJoker[];
  /** The jokers to choose from; empty: play. */
  offers?: GridJoker[];
  hands_left?: number;
  score?: number;
  target?: number;
  /** The last hand's rows, then its columns. */
  lines?: GridLine[];
  /** What the whole grid added to the last hand. */
  bonus?: GridBonus | null;
}

/** A joker holds something else: it faded, or the freezes were touched. */
export interface GridResetEvent {
  event: "reset";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  place: number;
  name: string;
  held: number;
}

/** A joker was taken. */
export interface GridTakeEvent {
  event: "take";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  offer: number;
  place: number;
  joker: GridJoker;
}

/** Cards were frozen, unfrozen or drawn. */
export interface GridUnfreezeEvent {
  event: "unfreeze";
  /** The same in words; empty where there is nothing to say. */
  text: string;
  cells: ([number, number])[];
  cards: string[];
}

/** What a player of Poker Grid sees. */
export interface GridView {
  outcome: "playing" | "won" | "lost" | "over";
  /** What part of the game it is; `over` after its end. */
  phase: string;
  /** Why it has ended, if it has. */
  ending: string | null;
  /** How many moves were taken back that had drawn chance. */
  undone: number;
  /** For how many positions a hint was asked for. */
  hints: number;
  board: string[][];
  frozen: ([number, number])[];
  jokers: GridJoker[];
  /** The jokers to choose from; empty: play. */
  offers: GridJoker[];
  hands_left: number;
  score: number;
  target: number;
  /** The last hand's rows, then its columns. */
  lines: GridLine[];
  /** What the whole grid added to the last hand. */
  bonus: GridBonus | null;
}

export type Hand = BoomHand | GridHand;

/** A good move. */
export interface Hint {
  move: string;
  why: string;
  /** For how many positions one was asked for, with this one. */
  hints: number;
}

/** What was played, in pages. */
export interface History {
  /** How many moves were played before. */
  number: number;
  since: number;
  /** The view before the first of the steps. */
  view: View;
  steps: Step[];
}

/** A kind of move, as front ends are told. */
export interface KindInfo {
  /** What it begins with; empty where its arguments say enough. */
  word: string;
  /** What it does. */
  text: string;
  /** What it names. */
  arguments: string[];
}

export type Level = BoomLevel;

/** The levels of every game. */
export interface Levels {
  levels: Record<string, Level[]>;
}

/** What a move would be. */
export interface Looked {
  legal: boolean;
  message: string;
  /** Why it is not legal. */
  reason?: string;
  /** The points it would gain at once. */
  worth?: number;
}

/** Which move, at which moment of which match. */
export interface MoveAtMoment {
  /** The id that `new` gave: nobody guesses it, and who has it can play. */
  match: string;
  move: MoveText;
  /** How many moves were played before. */
  number: number;
  /** With it, nothing is done twice, however late a request comes. */
  revision?: number;
}

/** A move as text: boom `0,0 0,1 0,2 0,3 0,4`; grid `f 0 0`, `u`, `s`, `d 0`, `o 0 0`; crush `slide 0,0 0,1`, `clear 0,0 0,2`, `use 0,0 0,1`, `swap 0,0 0,1`, `bomb 0,0`, `blast 0,0`. */
export type MoveText = string;

/** The legal moves. */
export interface Moves {
  moves: string[];
}

/** Nothing is asked. */
export interface Nothing {
}

/** Which game, and how it begins. */
export interface OfGame {
  game: GameName;
  /** The same seed, the same game. A seed nobody knows, if there is none. */
  seed?: string | number | null;
  options?: Options;
  /** What lies on the table instead: any of the keys of a view. */
  position?: Position;
}

/** Which match. */
export interface OfMatch {
  /** The id that `new` gave: nobody guesses it, and who has it can play. */
  match: string;
}

/** Which move of which match. */
export interface OfMove {
  /** The id that `new` gave: nobody guesses it, and who has it can play. */
  match: string;
  move: MoveText;
}

/** Which page of a record's steps. */
export interface OfRecord {
  /** A record, as `record` gives it. */
  record: string;
  /** How many moves to leave out. */
  since?: number;
}

/** Which page of a match's steps. */
export interface OfSteps {
  /** The id that `new` gave: nobody guesses it, and who has it can play. */
  match: string;
  /** How many moves to leave out. */
  since?: number;
}

export type Options = BoomOptions | GridOptions | CrushOptions;

/** What a move did, or the end. */
export interface Played {
  view: View;
  /** How many moves and undos the match has seen. */
  revision: number;
  events: Event[];
}

export type Position = BoomPosition | GridPosition | CrushPosition;

/** What the next move may bring, where that is up to chance. */
export interface Preview {
  min: number;
  mean: number;
  max: number;
  /** The chance to reach the target. */
  chance: number;
  error: number;
  chance_error: number;
  /** How many times it was tried. */
  rounds: number;
}

/** A match as text; `replay` proves it, unless it is of other rules. */
export interface RecordText {
  record: string;
}

/** Nothing was done. */
export interface Refused {
  error: Error;
}

/** A recorded game, step by step, in pages; whichever is asked for, the whole of it holds. */
export interface Replayed {
  /** How many moves were played before. */
  number: number;
  since: number;
  /** The view before the first of the steps. */
  view: View;
  steps: Step[];
  game: GameName;
  options: Options;
  /** Whether it began from a position set by hand. */
  placed: boolean;
}

/** How a match stands. */
export interface Seen {
  view: View;
  /** How many moves and undos the match has seen. */
  revision: number;
  game: GameName;
  options: Options;
  /** How many moves were played before. */
  number: number;
  /** Whether its record was handed out: no undo any more. */
  closed: boolean;
}

/** A move, what happened, and how the match stood after it. */
export interface Step {
  move: string;
  events: Event[];
  view: View;
}

/** The match before the move that was taken back. */
export interface TakenBack {
  view: View;
  /** How many moves and undos the match has seen. */
  revision: number;
}

export type View = BoomView | GridView | CrushView;

export interface Way {
  /** Row and column. */
  from: [number, number];
  /** Row and column. */
  to: [number, number];
}

export type BoomEvent = BoomGainEvent | BoomPauseEvent | BoomFuseEvent | BoomDisarmEvent | BoomClearEvent | BoomFallEvent | BoomSpawnEvent | BoomCoolEvent | BoomExplodeEvent | BoomScorchEvent | BoomShuffleEvent | BoomBombEvent | EndEvent;

export type GridEvent = GridFreezeEvent | GridUnfreezeEvent | GridResetEvent | GridTakeEvent | GridOfferEvent | GridOrderEvent | GridPlayEvent | GridDrawEvent | GridLineEvent | GridBonusEvent | GridGrowEvent | GridFadeEvent | EndEvent;

export type CrushEvent = CrushSlideEvent | CrushSwapEvent | CrushUntagEvent | CrushChainEvent | CrushClearEvent | CrushBombEvent | CrushFallEvent | CrushDeckEvent | CrushDropEvent | EndEvent;

export interface Verbs {
  new: { takes: OfGame; gives: Begun };
  play: { takes: MoveAtMoment; gives: Played };
  undo: { takes: AtMoment; gives: TakenBack };
  end: { takes: AtMoment; gives: Played };
  view: { takes: OfMatch; gives: Seen };
  look: { takes: OfMove; gives: Looked };
  games: { takes: Nothing; gives: Games };
  levels: { takes: Nothing; gives: Levels };
  moves: { takes: OfMatch; gives: Moves };
  hint: { takes: OfMatch; gives: Hint };
  preview: { takes: OfMatch; gives: Preview };
  history: { takes: OfSteps; gives: History };
  record: { takes: OfMatch; gives: RecordText };
  replay: { takes: OfRecord; gives: Replayed };
}
