import { type Difference, type Hardware, onSparseCore, refusal } from '../../../server/src/optimizers';
import type { App, View } from '../app';
import { t } from '../model/l10n';
import { HARDWARE } from '../model/options';
import { optimizerOf } from '../model/setup';
import { el, field, newId, section, select, set, write } from './dom';
import type { Part } from './part';
import { problemNote } from './problem-note';

/** Chooses the hardware, and lists the parts of the configuration that it ignores. */
export function hardware(app: App): Part {
  const { element, body } = section('hardware', t('Hardware'));
  const chosen = select(
    {
      'tpu-embedding': t('TPUEmbedding: TPUs before SparseCores'),
      sparsecore: t('TPUEmbeddingV2: SparseCores (v5p, v6e)'),
    } satisfies Record<Hardware, string>,
    (value) => app.setOptions({ hardware: value as Hardware }),
    { id: newId('hardware') },
  );
  const problem = problemNote(chosen);
  const lost = el('p', { class: 'hint', role: 'status' });
  const place = field(t('Trained by'), chosen);
  set(place, 'data-path', HARDWARE);
  place.append(problem.element);
  body.append(place, lost);

  return {
    element,
    show(view: View) {
      const { hardware } = view.options;
      // Other libraries train on SparseCores alone.
      element.hidden = app.choices()?.[view.side]?.setup.optimizer !== undefined;
      chosen.value = hardware;
      const wrong = view.problems[view.side];
      problem.show(wrong?.at === HARDWARE ? wrong.text : undefined);
      const choice = app.choices()?.[view.side];
      write(lost, choice && hardware === 'sparsecore' ? lostOf(choice.setup) : '');
      lost.hidden = lost.textContent === '';
    },
  };
}

function lostOf(setup: Parameters<typeof optimizerOf>[0]): string {
  if (refusal(optimizerOf(setup)?.name ?? '') !== undefined) return '';
  const { differences } = onSparseCore(setup.optimizationParameters);
  const named = (verdict: Difference['verdict']) =>
    differences.filter((one) => one.verdict === verdict).map(({ path }) => path.split('.').at(-1)!);
  const [ignored, refused] = [named('ignored'), named('refused')];
  return [
    ignored.length > 0 && t('TPUEmbeddingV2 ignores {0}.', ignored.join(', ')),
    refused.length > 0 &&
      t('It would reject the configuration because of {0}; this run ignores that.', refused.join(', ')),
    differences.length === 0 && t('TPUEmbeddingV2 supports everything in the configuration.'),
  ]
    .filter(Boolean)
    .join(' ');
}
