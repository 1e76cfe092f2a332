"""The formulas of optimizers by NumPy, and by TensorFlow's kernels where it is installed.

Standard input holds JSON: how many steps on how many rows and columns, and formulas with the values of their names. Prints
milliseconds of processor time for each, the best of some rounds, as JSON.
"""
import json
import os
import sys
import time

for threads in ('OMP_NUM_THREADS', 'TF_NUM_INTRAOP_THREADS', 'TF_NUM_INTEROP_THREADS'):
    os.environ[threads] = '1'
os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'
import numpy as np

task = json.load(sys.stdin)
f32 = np.float32
random = np.random.default_rng(1)
shape = (task['rows'], task['columns'])


def noise():
    return random.standard_normal(shape, dtype=f32)


def best(run):
    times = []
    for _ in range(task['rounds']):
        start = time.process_time()
        for _ in range(task['steps']):
            run()
        times.append(time.process_time() - start)
    return min(times) * 1000


def by_numpy(formula):
    scope = {'np': np, 'w': noise(), 'g': noise(), **{k: f32(v) for k, v in formula['values'].items()}}
    scope.update({name: np.full(shape, value, f32) for name, value in formula['slots'].items()})
    code = compile('\n'.join(formula['lines']), formula['name'], 'exec')
    return best(lambda: exec(code, scope))


def adagrad(ids):
    """As fast as NumPy can: in place."""
    w, g, a, lr = noise(), noise(), np.full(shape, 0.1, f32), f32(0.1)

    def in_order():
        nonlocal w, a
        a += g * g
        w -= lr * g / np.sqrt(a)

    def in_any_order():
        a[ids] += g * g
        w[ids] -= lr * g / np.sqrt(a[ids])

    return [best(in_order), best(in_any_order)]


def by_tensorflow():
    try:
        import tensorflow as tf
    except ImportError:
        return {}
    raw = tf.raw_ops
    v = [tf.Variable(np.full(shape, 0.1, f32)).handle for _ in range(4)]
    g = tf.constant(noise())
    lr, one, half, tiny, zero = (tf.constant(x, tf.float32) for x in (0.1, 1, 0.5, 1e-7, 0))
    common = {'var': v[0], 'lr': lr, 'grad': g}
    averages = {**common, 'ms': v[1], 'mom': v[2], 'rho': half, 'momentum': half, 'epsilon': tiny}
    ftrl = {**common, 'accum': v[1], 'linear': v[2], 'l1': zero, 'l2': zero}
    kernels = {
        'adagrad': lambda: raw.ResourceApplyAdagrad(accum=v[1], **common),
        'stochastic_gradient_descent': lambda: raw.ResourceApplyGradientDescent(var=v[0], alpha=lr, delta=g),
        'momentum': lambda: raw.ResourceApplyMomentum(accum=v[1], momentum=half, **common),
        'rms_prop': lambda: raw.ResourceApplyRMSProp(**averages),
        'centered_rms_prop': lambda: raw.ResourceApplyCenteredRMSProp(mg=v[3], **averages),
        'adadelta': lambda: raw.ResourceApplyAdadelta(
            accum=v[1], accum_update=v[2], rho=half, epsilon=tiny, **common),
        'proximal_adagrad': lambda: raw.ResourceApplyProximalAdagrad(accum=v[1], l1=zero, l2=zero, **common),
        'ftrl': lambda: raw.ResourceApplyFtrl(lr_power=tf.constant(-0.5), **ftrl),
        'ftrl, lr_power: -0.6': lambda: raw.ResourceApplyFtrl(lr_power=tf.constant(-0.6), **ftrl),
        'adam': lambda: raw.ResourceApplyAdam(
            m=v[1], v=v[2], beta1_power=zero, beta2_power=zero, beta1=half, beta2=half, epsilon=tiny, **common),
    }
    return {name: best(kernel) for name, kernel in kernels.items()}


print(json.dumps({
    'adagrad': adagrad(np.array(task['ids'])),
    'numpy': {formula['name']: by_numpy(formula) for formula in task['formulas']},
    'tensorflow': by_tensorflow(),
}))
