// What a seat at the table holds, and what the page does for it.
import type { Action, Fault, GameEvent, OrderSet, Prompt, Side, View } from '../doc';
import type { Chat, ClockDoc, Ended, Joined, PresenceAll, Seat } from '../net';

export type Who = Side | 'watch';
export interface SeatState {
  side: Who;
  seat: Seat;
  view: View | null;
  events: GameEvent[];
  prompt: Prompt | null;
  actions: Action[];
  orders: OrderSet[];
  up: boolean;
  ended: Ended | null;
  past: { seq: number; view: View }[];
  recapFrom: number;
  decided: boolean; // something, since the page was opened
  dates: Map<number, string>; // of the turns seen
  presence: PresenceAll;
  clock: ClockDoc | null;
  clockAt: number;
  eyes?: Joined['eyes']; // a look at the past: nobody thinks in it, and no clock runs
  chat: Chat[];
}
export interface Proposal {
  hex: number;
  title: string;
  note: string;
  rule?: string;
  go: () => void;
  unit?: string;
}
// Asked once before something ends with choices left.
export interface Question {
  action: Action;
  units: string[];
  text: string;
}
export interface Ui {
  refresh(): void;
  top(): void;
  log(): void;
  legend(): void;
  cover(side: Side): void;
  toast(text: string): void;
  speak(text: string, force?: boolean): void;
  panel(name: string | null): void;
  ground(): void;
  failed(f: Fault): void;
  sound(kind: string): void;
  busy(): void;
}
