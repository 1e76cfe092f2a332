// The page's state, and the updates that follow from a change.

import type { ValueChange } from '../../server/src/configuration/value-change';
import type { OptimizerAtPlace } from '../../server/src/languages/protocol';
import {
  type Format,
  type OptimizerSource,
  type PageName,
  type PanelState,
  PROTOCOL_VERSION,
} from '../messages/messages';
import type { Host, News } from './host';
import { axisPaths, beyondMap } from './model/axis-paths';
import { changes } from './model/changes';
import { type Comparison, secondChoice } from './model/comparison';
import type { Choices, Progress, Results, Side } from './model/compute';
import { t } from './model/l10n';
import { type Options, stepsOf } from './model/options';
import type { SavedMemory } from './model/plan';
import type { Choice } from './model/run';
import { runOfFile } from './model/run-file';
import { type Draft, exchanged, restore, type SavedState } from './model/saved-state';
import { setsRate } from './model/schedules';
import type { Spot } from './model/series';
import { changesOf, type Overrides, type Setup, setupOf, unwritten, withOverrides } from './model/setup';
import { throttled } from './model/throttle';
import { Steps } from './steps';
import type { Computer } from './thread';

export interface Shown {
  revision: number;
  source: OptimizerSource;
  place: OptimizerAtPlace;
  /** As in the document. */
  setup: Setup;
}

/** Everything that the page shows. */
export interface View extends SavedState, Results {
  shown?: Shown;
  /** Why nothing is shown. */
  nothing?: string;
  /** The run that the controls, the tables and the explanation refer to. */
  side: Side;
  playing: boolean;
  /** While a slider is held, axes keep their scale and hidden parts are not updated. */
  held: boolean;
  /** Progress of a long run. */
  progress?: Progress;
  /** Whether the shown runs are from before an invalid value. */
  stale: boolean;
  /** Progress of a heat map, which takes longer than its run. */
  mapProgress?: Progress;
  /** Result of the last export. */
  exported?: string | undefined;
}

/** The part of the state that can be undone. */
type Chosen = Draft & Pick<SavedState, 'options' | 'comparison'>;

const chosen = ({ overrides, secondOverrides, options, comparison }: View): Chosen => ({
  overrides,
  secondOverrides,
  options,
  comparison,
});

interface MissingMap {
  /** Identifies the values that the map is computed from. */
  of: string;
  choices: Choices;
}

/** Minimum time between two saves of the state. */
const SAVE_EVERY_MS = 100;

export class App {
  readonly view: View;
  readonly steps: Steps<Chosen>;
  /** The undo and redo of each page that has them. */
  readonly stepsOf: { [Page in PageName]?: Pick<Steps<never>, 'undo' | 'redo'> };
  private readonly host: Host;
  private readonly computer: Computer;
  private readonly render: (view: View) => void;
  /** The frame that is to draw what no input waits for. */
  private frame: number | undefined;
  /** The newest revision received. */
  private revision = -1;
  /** The key of the source that the runs belong to. */
  private ranOf: string | undefined;
  /** The runs that were asked for. */
  private runs = 0;
  /** A map to compute once nothing plays. */
  private waitingMap: MissingMap | undefined;
  /** The values that the heat map was computed from. */
  private mapOf: string | undefined;
  private readonly isOtherChoice = changes();
  /** The first run plays by itself. */
  private opening: boolean;
  private choice: { a: Choice; b?: Choice } | undefined;
  /** Saves at once, so that closing the panel loses nothing. While a slider moves, saves are throttled. */
  private readonly saveState = throttled(() => this.saveStateNow(), SAVE_EVERY_MS);

  /** `moves` is false for people who want no motion. */
  constructor(host: Host, computer: Computer, render: (view: View) => void, moves: boolean) {
    this.opening = moves;
    this.host = host;
    this.computer = computer;
    this.render = (view) => {
      if (this.frame !== undefined) cancelAnimationFrame(this.frame);
      this.frame = undefined;
      render(view);
    };
    this.view = {
      ...restore(host.savedState()),
      side: 'a',
      playing: false,
      held: false,
      stale: false,
      runs: {},
      problems: {},
    };
    this.steps = new Steps(host, {
      state: () => chosen(this.view),
      restore: (state) => this.change(state, 'run'),
      show: () => this.report(undefined),
    });
    this.stepsOf = { updates: this.steps };
    host.on('show', (message) => this.receive(message));
    host.on('nothing', (message) => this.receive(message));
    host.on('page', ({ page }) => this.open(page));
  }

  /** Asks for the content once the page is ready to show it. */
  start(): void {
    this.render(this.view);
    this.host.send({ kind: 'ready', protocol: PROTOCOL_VERSION });
    if (this.view.memory.page === 'memory') this.open('memory');
  }

  // Actions of the page's parts.

  setOptions(options: Partial<Options>): void {
    this.choose(Object.keys(options).join(), { options: { ...this.view.options, ...options } });
  }

  /** Sets a value of the chosen side's run; undefined resets it. */
  override(path: string, value: number | boolean | undefined): void {
    const name = this.view.side === 'a' ? 'overrides' : 'secondOverrides';
    const { [path]: _, ...others } = this.view[name];
    const changed = value === undefined ? others : { ...others, [path]: value };
    const base = this.base(this.view.side);
    this.choose(`${name} ${path}`, { [name]: base ? unwritten(base, changed) : changed });
  }

  /** Sets several values of run A at once. */
  overrideAll(values: Overrides): void {
    const overrides = { ...this.view.overrides, ...values };
    const base = this.base('a');
    this.choose(JSON.stringify(values), {
      side: 'a',
      overrides: base ? unwritten(base, overrides) : overrides,
    });
  }

  revert(): void {
    this.choose('revert', this.view.side === 'a' ? { overrides: {} } : { secondOverrides: {} });
  }

  /** Changes made to the previous run B do not apply to another one. */
  compare(comparison: Comparison): void {
    const drafts = Object.entries(this.view.drafts).map(
      ([key, draft]) => [key, { ...draft, secondOverrides: {} }] as const,
    );
    this.choose('comparison', {
      comparison,
      secondOverrides: {},
      drafts: Object.fromEntries(drafts),
      ...(comparison.kind === 'none' && { side: 'a' }),
    });
  }

  pinAsSecond(): void {
    const choice = this.choices()?.a;
    if (choice) this.compare({ kind: 'pinned', choice });
  }

  show(side: Side): void {
    this.change({ side });
  }

  goTo(step: number): void {
    this.change({ step: Math.max(0, Math.min(step, this.lastStep())) });
  }

  /** Moves on while playing. */
  advance(steps: number): void {
    const { view } = this;
    if (view.step >= this.lastStep()) return this.play(false);
    this.change({ step: Math.min(view.step + steps, this.lastStep()) }, 'soon');
  }

  play(playing: boolean): void {
    // At the end, playing restarts from the beginning.
    const step = playing && this.view.step >= this.lastStep() ? 0 : this.view.step;
    this.change({ playing, step });
    const { waitingMap } = this;
    if (playing || !waitingMap) return;
    this.waitingMap = undefined;
    this.drawMap(waitingMap);
  }

  /** Sets whether a slider is held. */
  hold(held: boolean): void {
    if (this.view.held === held) return;
    this.view.held = held;
    if (!held) this.render(this.view);
  }

  /** Chooses a cell or row in the tables of a run. */
  spot(spot: Spot, side = this.view.side): void {
    this.change({ spot, side });
  }

  pin(pinned: boolean): void {
    this.host.send({ kind: 'pin', pinned });
    this.change({ pinned });
  }

  reveal(): void {
    this.host.send({ kind: 'reveal' });
  }

  /** Stops a long run. */
  stop(): void {
    this.computer.stop();
  }

  /** Writes the changes made in the preview into the document. */
  async apply(): Promise<void> {
    const { shown } = this.view;
    if (!shown) return;
    await this.steps.write({ kind: 'apply', revision: shown.revision, changes: this.applicable() });
  }

  open(page: PageName): void {
    this.host.send({ kind: 'page', page });
    this.remember({ page });
  }

  async save(format: Format, content: string): Promise<void> {
    this.report(await this.host.request({ kind: 'save', format, content }));
  }

  async copy(text: string, what: string): Promise<void> {
    this.report((await this.host.request({ kind: 'copy', text })) ?? t('Copied {0}.', what));
  }

  /** Shows the result of an export. */
  report(exported: string | undefined): void {
    this.change({ exported });
  }

  /** Updates the state of the memory page. */
  remember(memory: Partial<SavedMemory>): void {
    this.change({ memory: { ...this.view.memory, ...memory } });
  }

  // Values derived from the view.

  /** Changes that can be written to the document. */
  applicable(): ValueChange[] {
    const editable = new Set(this.view.shown?.place.editable);
    return changesOf(this.view.overrides).filter(({ path }) => editable.has(path));
  }

  lastStep(): number {
    const { runs, rows } = this.view;
    return Math.max(...[runs.a, runs.b, rows?.a, rows?.b].map((run) => run?.steps ?? 0));
  }

  /** The initial values of a side's controls, without the changes made in the preview. */
  base(side: Side): Setup | undefined {
    const { shown, comparison } = this.view;
    if (!shown) return undefined;
    return side === 'a' ? shown.setup : secondChoice(comparison, this.first(shown), shown.setup)?.setup;
  }

  choices(): { a: Choice; b?: Choice } | undefined {
    const { shown, comparison, overrides, secondOverrides, options } = this.view;
    if (!shown) return undefined;
    // Cached, because most parts of the page ask for them.
    if (this.isOtherChoice(shown, comparison, overrides, secondOverrides, options)) {
      const a = this.first(shown);
      const b = secondChoice(comparison, a, shown.setup);
      this.choice = { a, ...(b && { b: { ...b, setup: withOverrides(b.setup, secondOverrides) } }) };
    }
    return this.choice;
  }

  private first({ setup }: Shown): Choice {
    const { overrides, options } = this.view;
    const { schedule, biasCorrection, pipelined, hardware } = options;
    return { setup: withOverrides(setup, overrides), schedule, biasCorrection, pipelined, hardware };
  }

  private receive(message: News<'show' | 'nothing'>): void {
    if (message.revision < this.revision) return;
    this.revision = message.revision;
    const { pinned } = message;
    if (message.kind === 'nothing') {
      delete this.view.shown;
      this.change({ pinned, nothing: message.reason, runs: {}, problems: {} }, 'run');
      return;
    }
    const { revision, source, place } = message;
    const before = this.view.source;
    const another = before !== undefined && before.key !== source.key;
    delete this.view.nothing;
    const shown = { revision, source, place, setup: setupOf(place) };
    // Give a first view something to look at before any input.
    const first = before === undefined && {
      step: stepsOf(this.view.options),
      options: fitting(this.view.options, place),
    };
    if (another) delete this.view.map;
    this.steps.received(another);
    const exchange = another && exchanged(this.view, before.key, source.key);
    const isKnown = before?.key === source.key || Object.hasOwn(this.view.drafts, source.key);
    const saved = !isKnown && place.run && runOfFile(place.run);
    Object.assign(this.view, { shown, source, pinned, ...exchange, ...first, ...saved });
    const overrides = unwritten(shown.setup, this.view.overrides);
    Object.assign(this.view, { overrides });
    const second = this.base('b');
    this.change(second ? { secondOverrides: unwritten(second, this.view.secondOverrides) } : {}, 'run');
  }

  /** Changes the undoable state; `what` names the change. */
  private choose(what: string, change: Partial<View>): void {
    this.steps.note(what);
    this.change({ ...change, exported: undefined }, 'run');
  }

  private change(change: Partial<View>, then: 'show' | 'soon' | 'run' = 'show'): void {
    Object.assign(this.view, change);
    this.saveState();
    if (then === 'run') this.run();
    else if (then === 'soon') this.renderSoon();
    else this.render(this.view);
  }

  /** Draws once for all that comes until the next frame: drawn earlier, it would be seen no sooner. */
  private renderSoon(): void {
    this.frame ??= requestAnimationFrame(() => this.render(this.view));
  }

  private run(): void {
    // A map replaces what is computed, so only the newest run may ask for one.
    this.waitingMap = undefined;
    const run = ++this.runs;
    const choices = this.choices();
    if (choices)
      this.computer.compute(choices, this.view.options, {
        progress: (progress) => this.change({ progress }, 'soon'),
        done: (outcome) => this.finish(outcome, run === this.runs),
      });
    else {
      this.computer.cancel();
      this.finish({}, true);
    }
    // Show new values at once, even if their run takes long.
    this.render(this.view);
  }

  private finish(change: Partial<View>, isNewest: boolean): void {
    delete this.view.progress;
    const { runs, rows: trained, ...others } = change;
    const key = this.view.source?.key;
    // After an invalid value, keep showing the last runs of the same optimizer.
    const before = this.view.runs.a ?? this.view.rows?.a;
    const stale =
      !(runs?.a ?? trained?.a) && change.problems?.a !== undefined && this.ranOf === key && !!before;
    Object.assign(this.view, others, { stale }, !stale && { ...(runs && { runs }), rows: trained });
    if (!stale) this.ranOf = key;
    const { rows, columns } = this.view.runs.a ?? this.view.options;
    const { row, column } = this.view.spot;
    const inside = (at: number, count: number) => Math.max(0, Math.min(at, count - 1));
    this.view.spot = {
      row: inside(row, rows),
      ...(column !== undefined && { column: inside(column, columns) }),
    };
    // A failed run keeps the current step for the next run that works.
    if (this.lastStep() > 0) this.view.step = Math.min(this.view.step, this.lastStep());
    if (this.opening && this.view.rows?.a) {
      this.opening = false;
      Object.assign(this.view, { playing: true, step: 0 });
    }
    const map = this.missingMap();
    if (map) this.view.mapProgress = { done: 0, total: 1 };
    else delete this.view.mapProgress;
    this.renderSoon();
    if (!map || !isNewest) return;
    // A map takes seconds of the machine, which would make the picture stutter.
    if (this.view.playing) this.waitingMap = map;
    else this.drawMap(map);
  }

  /** What to compute the missing heat map for rows from; undefined if there is no map or it is up to date. */
  private missingMap(): MissingMap | undefined {
    const { shown, options, overrides, rows, stale, map } = this.view;
    if (!shown || options.preset !== 'rows' || !rows?.a || stale || setsRate(options.schedule))
      return undefined;
    const axes: (string | undefined)[] = Object.values(axisPaths(shown.setup));
    const others = Object.entries(overrides).filter(([path]) => !axes.includes(path));
    const base = {
      ...this.first(shown),
      setup: withOverrides(shown.setup, beyondMap(shown.setup, overrides)),
    };
    const choice = { ...base, setup: withOverrides(shown.setup, Object.fromEntries(others)) };
    const of = JSON.stringify([choice, base, options.ids, options.seed]);
    return of === this.mapOf && map ? undefined : { of, choices: { a: choice, mapAround: base } };
  }

  private drawMap({ of, choices }: MissingMap): void {
    this.computer.compute(choices, this.view.options, {
      progress: ({ map, ...mapProgress }) => {
        if (map) this.mapOf = undefined;
        this.change({ mapProgress, ...(map && { map }) }, 'soon');
      },
      done: ({ map }) => {
        delete this.view.mapProgress;
        if (map) this.mapOf = of;
        this.change(map ? { map } : {}, 'soon');
      },
    });
  }

  /** Without a source there is no state to restore. */
  private saveStateNow(): void {
    const { source, pinned, overrides, secondOverrides, drafts, options, comparison, spot, step, memory } =
      this.view;
    const state = { pinned, overrides, secondOverrides, drafts, options, comparison, spot, step, memory };
    if (source) this.host.saveState({ ...state, source } satisfies SavedState & PanelState);
  }
}

/** No more columns than the document's table has. */
function fitting(options: Options, { table }: OptimizerAtPlace): Options {
  return table && table.dimension < options.columns ? { ...options, columns: table.dimension } : options;
}
