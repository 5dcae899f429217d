/** Quiet sounds of the table, made by the browser itself: paper for cards, wood for a knock, two notes for one's turn.
 *  Nothing sounds before the first press on the page (browsers require one), and only one's turn sounds while the page
 *  is hidden. */

import type { GinTable } from "../table/gin-table";
import { afterChange } from "./after-change";
import type { TableEvent } from "../table-view";

export type Sound = "deal" | "draw" | "throw" | "knock" | "turn" | "hurry";

const LOUD = 0.16; // of the full volume
const PAPER: Partial<Record<Sound, [hertz: number, seconds: number, loud: number]>> = {
  deal: [3200, 0.05, 0.5],
  draw: [2600, 0.07, 0.6],
  throw: [1500, 0.09, 0.9],
};
const DEALT = 8; // cards that are heard of a deal
const EVERY_S = 0.035;

/** The sounds of these events, at most one of each kind. */
export function heardOf(events: readonly TableEvent[]): Sound[] {
  const sounds: Partial<Record<string, Sound>> = {
    dealt: "deal",
    drew: "draw",
    took_upcard: "draw",
    discarded: "throw",
    knocked: "knock",
  };
  return [...new Set(events.flatMap(({ e }) => sounds[e] ?? []))];
}

export class Sounds {
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;
  private turn: string | null;
  private urgent = "";

  constructor(
    private readonly table: GinTable,
    private readonly wanted: () => boolean,
  ) {
    this.turn = table.view.turn;
    afterChange(table, (events) => {
      if (!document.hidden) heardOf(events).forEach((sound, at) => this.play(sound, at * 0.16));
    });
    table.addController({ hostUpdated: () => this.listen() });
    const wake = (): void => void this.ready()?.resume();
    for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake, { once: true });
  }

  /** One's own turn, and the last seconds of the clock. */
  private listen(): void {
    const { view, me, urgent, words } = this.table;
    if (view.turn !== this.turn && me && view.turn === me) this.play("turn", 0.2);
    if (urgent !== this.urgent && urgent === words.t("label.seconds")) this.play("hurry");
    this.turn = view.turn;
    this.urgent = urgent;
  }

  private ready(): AudioContext | null {
    if (!this.wanted() || !navigator.userActivation?.hasBeenActive) return null;
    return (this.context ??= new AudioContext());
  }

  play(sound: Sound, after = 0): void {
    const context = this.ready();
    if (!context) return;
    const at = context.currentTime + after,
      paper = PAPER[sound];
    if (paper) {
      const times = sound === "deal" ? DEALT : 1;
      for (let card = 0; card < times; card++) this.paper(context, at + card * EVERY_S, ...paper);
    } else if (sound === "knock") {
      for (const beat of [0, 0.13]) this.note(context, at + beat, 150, 0.12, 1.6, "triangle");
    } else if (sound === "turn") {
      this.note(context, at, 523, 0.16, 0.5);
      this.note(context, at + 0.09, 784, 0.28, 0.5);
    } else this.note(context, at, 880, 0.3, 0.8);
  }

  /** Noise in a narrow band, for a card that slides. */
  private paper(context: AudioContext, at: number, hertz: number, seconds: number, loud: number): void {
    if (!this.noise) {
      this.noise = context.createBuffer(1, context.sampleRate * 0.2, context.sampleRate);
      const samples = this.noise.getChannelData(0);
      for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    }
    const source = context.createBufferSource(),
      band = context.createBiquadFilter();
    source.buffer = this.noise;
    band.type = "bandpass";
    band.frequency.value = hertz;
    source.connect(band).connect(this.fading(context, at, seconds, loud));
    source.start(at, 0, seconds);
  }

  private note(
    context: AudioContext,
    at: number,
    hertz: number,
    seconds: number,
    loud: number,
    shape: OscillatorType = "sine",
  ): void {
    const tone = context.createOscillator();
    tone.type = shape;
    tone.frequency.value = hertz;
    tone.connect(this.fading(context, at, seconds, loud));
    tone.start(at);
    tone.stop(at + seconds);
  }

  private fading(context: AudioContext, at: number, seconds: number, loud: number): GainNode {
    const volume = context.createGain();
    volume.gain.setValueAtTime(LOUD * loud, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    volume.connect(context.destination);
    return volume;
  }
}
