import { adadelta } from './adadelta';
import { adagrad } from './adagrad';
import { adagradMomentum } from './adagrad-momentum';
import { adam } from './adam';
import { assign } from './assign';
import { boundedAdagrad } from './bounded-adagrad';
import { centeredRmsProp } from './centered-rms-prop';
import { frequencyAwareAdagrad } from './frequency-aware-adagrad';
import { frequencyEstimator } from './frequency-estimator';
import { ftrl } from './ftrl';
import { jaxTpuEmbedding, type LibraryOptimizer } from './jax-tpu-embedding';
import { lion } from './lion';
import { mdlAdagradLight } from './mdl-adagrad-light';
import { momentum } from './momentum';
import { onlineYogi } from './online-yogi';
import type { Optimizer } from './optimizer';
import { proximalAdagrad } from './proximal-adagrad';
import { proximalYogi } from './proximal-yogi';
import { rmsProp } from './rms-prop';
import { stochasticGradientDescent } from './stochastic-gradient-descent';
import { userDefinedProgram } from './user-defined-program';

/** All optimizers by the field that chooses them, in TensorFlow's order. */
export const optimizers: ReadonlyMap<string, Optimizer> = new Map(
  [
    adagrad,
    adagradMomentum,
    boundedAdagrad,
    frequencyAwareAdagrad,
    stochasticGradientDescent,
    ftrl,
    adam,
    momentum,
    lion,
    rmsProp,
    centeredRmsProp,
    mdlAdagradLight,
    adadelta,
    proximalAdagrad,
    onlineYogi,
    proximalYogi,
    frequencyEstimator,
    userDefinedProgram,
    assign,
  ].map((optimizer) => [optimizer.name, optimizer]),
);

/** The optimizers of other libraries, by `library.name`. */
export const libraryOptimizers: ReadonlyMap<string, LibraryOptimizer> = new Map(
  jaxTpuEmbedding.map((optimizer) => [optimizer.name, optimizer]),
);

/** The optimizer that settings name, of whatever library. */
export const optimizerNamed = (name: string): Optimizer | undefined =>
  optimizers.get(name) ?? libraryOptimizers.get(name);
