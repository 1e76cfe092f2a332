import type { Cause } from './cause';

/** The TPU system, its hosts and the job. */
export const JOB: readonly Cause[] = [
  {
    says: [
      'TPU system has not been initialized',
      'Try initializing the TPU system',
      'has not been initialized. Please call tf.tpu.experimental.initialize_tpu_system',
      'The TPU system is not initialized',
    ],
    cause: 'The TPU is used before it is initialized, or it was reset since.',
    advice:
      'Call `tf.config.experimental_connect_to_cluster(resolver)` and `tf.tpu.experimental.initialize_tpu_system(resolver)` once, at the very start, before the strategy and any variable.',
  },
  {
    says: [
      'TPU is already initialized for embeddings',
      'This will happen if you create multiple TPUEmbedding layers',
    ],
    cause: 'A second embedding object is built on one TPU, which can hold the tables of one only.',
    advice:
      'Put all features into one `TPUEmbedding`, or call `initialize_tpu_system` before the next is made; in a notebook, restart the kernel.',
  },
  {
    says: [
      'TPU system {name} has already been initialized. Reinitializing the TPU can cause previously created variables on TPU to be lost',
    ],
    cause: 'The TPU is initialized a second time, and loses the variables that it had.',
    advice: 'Initialize it once for each process, and make everything on the TPU after that.',
  },
  {
    says: ['initialize_tpu_system is not supported within tf.functions'],
    cause: 'The TPU is initialized inside a `tf.function`.',
    advice: 'Call `initialize_tpu_system` outside, before anything else.',
  },
  {
    says: [
      'Socket closed',
      'failed to connect to all addresses',
      'Unable to find a context_id matching the specified one',
      'Connection reset by peer',
      'Unable to find the relevant tensor remote_handle',
      'The TPU worker has been preempted',
      'worker was restarted',
      'UNAVAILABLE: ',
      'Session … is not found',
    ],
    cause:
      'The connection to the TPU was lost: it was preempted, restarted, or its process died, most often for lack of memory.',
    advice:
      'Look at the TPU’s state and at the log of the worker: the first error there is the cause. Then start the job again from its last checkpoint.',
  },
  {
    says: [
      'TPU "{name}" is not yet ready',
      'The TPU might not be ready (e.g. still scheduling)',
      'The TPU worker may not be ready (still scheduling)',
      'Timed out waiting for TPU',
      'is not yet ready; state',
    ],
    cause: 'The TPU is still being made, or is being repaired.',
    advice: 'Wait until its state is READY and its health HEALTHY.',
  },
  {
    says: [
      'DEADLINE_EXCEEDED',
      'Deadline Exceeded',
      'Barrier timed out',
      'coordination service … timed out',
      'Timed out waiting for',
    ],
    cause:
      'One of the hosts did not answer in time: it has died, waits for data, or does not run the same program.',
    advice:
      'Look for the first error in the logs of all hosts. Every host must run the same program with the same number of steps, and start within the time limit.',
  },
  {
    says: [
      'The TPU is unhealthy',
      'TPU chip … is in a bad state',
      'Accelerator device halted prematurely',
      'The program continuator has halted unexpectedly',
      'halted unexpectedly at tag:pc',
      'Unexpected core halt',
      'TPU … unrecoverable',
      'Core halted unexpectedly',
      'core halted',
    ],
    cause:
      'The program on the TPU, or the TPU itself, stopped: often an id that is out of range, or broken hardware.',
    advice:
      'Check that all ids are below the number of rows of their table. If it happens on one machine only, replace that.',
  },
  {
    says: ['Missing runtime dependency on the Google API client'],
    cause: 'The library that asks Google Cloud about TPUs is not installed.',
    advice: 'Run `pip install cloud-tpu-client`, or give the address of the TPU instead of its name.',
  },
  {
    says: ['Tensorflow version {version} is not available on Cloud TPU'],
    cause: 'The TPU node cannot run TensorFlow {version}.',
    advice: 'Choose a TPU VM with the image of that release, or another release of TensorFlow.',
  },
  {
    says: [
      'requested {n:int} replicas but only {m:int} replicas',
      'computation footprint {shape} does not fit in TPU topology shape',
      '`topology` is not a Topology object',
      'computation_shape must have shape',
      'device_order_mode=DeviceOrderMode.RING is not compatible',
      '`mesh_shape` must be a',
    ],
    cause:
      'The device assignment asks for more cores, or another arrangement of them, than the TPU slice has.',
    advice:
      'Replicas times cores of each must not be more than the cores of the slice; leave the assignment out to use them all.',
  },
  {
    says: [
      'TPU cores on each host is not same',
      'TPU cores on each device is not the same',
      'Could not infer TPU job name',
      'Currently, tpu_worker is not an allowed job name',
      'Multiple TPU jobs',
    ],
    cause:
      'The hosts of the cluster do not look alike, or the job that holds the TPUs cannot be told from the others.',
    advice: 'Check the addresses and the job name that are given to the resolver.',
  },
  {
    says: ['in the launch group with a different launch id'],
    cause:
      'The hosts do not run the same program at the same time: one of them has other code, flags, versions or data shapes.',
    advice:
      'Start the same image with the same `XLA_FLAGS` on all hosts, and let each take the same number of steps with the same shapes.',
  },
  {
    says: ['TPUEmbedding permanent error', 'TPU embedding is not initialized'],
    cause: 'The embedding engine of the TPU was not set up, or stopped after an earlier error.',
    advice:
      'Read the first error in the log of the worker. Build the embedding after `initialize_tpu_system`, once for each process.',
  },
  {
    says: [
      'SliceBuilder',
      'TPU_WORKER_HOSTNAMES',
      'TPU_PROCESS_BOUNDS',
      'Expected {n:int} worker addresses, got',
    ],
    cause:
      'The chips or hosts of the slice are not those that the program was told of, or one of them is not there.',
    advice: 'Start the program on all hosts of the slice at once, and do not set `TPU_…` variables by hand.',
  },
  {
    says: [
      'jax.distributed.initialize',
      'coordinator_address should be defined',
      'Number of processes must be defined',
      'The process id of the current process must be defined',
    ],
    cause: 'The processes of a JAX program on several hosts do not find each other.',
    advice:
      'Call `jax.distributed.initialize()` once, first of all, on every host; on Cloud TPUs without arguments.',
  },
  {
    says: [
      'TPU job contains no CPU devices',
      'tpu_cluster_resolver_cls is not tf.distribute.cluster_resolver.TPUClusterResolver',
    ],
    cause:
      'The system that TensorFlow connects to is no TPU host, or is described by something else than a `TPUClusterResolver`.',
    advice:
      'Make the resolver by `tf.distribute.cluster_resolver.TPUClusterResolver(…)` and connect to it before anything else.',
  },
  {
    says: ['You are shutting down a TPU system {name} that has not been initialized'],
    cause: 'A TPU is shut down that this process did not start.',
    advice: 'Leave `shutdown_tpu_system` out, or call it once, at the end.',
  },
  {
    says: ['It looks like tf.function behavior was disabled'],
    cause: 'Functions run eagerly, and the TPU is set up by a `tf.function`.',
    advice: 'Remove `tf.config.run_functions_eagerly(True)`.',
  },
  {
    says: ['is not in the TPU cluster', 'Using multiple TPUs in a single session is not yet implemented'],
    cause: 'One program names several TPUs.',
    advice: 'Give the name of one.',
  },
  {
    says: [
      'computation_stride must have shape',
      'computation_stride must be positive',
      'computation_shape must be positive',
      'topology must be a Topology object',
      'core_assignment must be a rank 3',
      'core_assignment.shape[-1] must have size',
      'Can not find any replica in task',
      '`num_tasks` must be >= 0',
      '`num_tpu_devices_per_task` must be >= 0',
      '`device_coordinates`',
    ],
    cause:
      'The arrangement of cores is not of the form that TensorFlow takes: (replicas, cores of each, axes of the topology).',
    advice:
      'Leave `device_assignment` out to use all cores, or make it by `DeviceAssignment.build(topology, num_replicas=…)` with the topology that `initialize_tpu_system` returned.',
  },
];
