import { everywhere, lastPart } from '../names';
import type { Entry, Result } from '../types';

/** An object of a TPU system: what its attributes and the results of its methods are; an empty text for what may be anything. */
interface SystemClass {
  readonly path: string;
  readonly summary: string;
  readonly attributes: Readonly<Record<string, Result>>;
  readonly methods: Readonly<Record<string, Result>>;
  /** Other methods, whose arguments unseen code may keep. */
  readonly others?: string;
}

const TOPOLOGY = 'tpu.experimental.Topology';
const ASSIGNMENT = 'tpu.experimental.DeviceAssignment';

const idOf = (path: string): string => everywhere(path)[0]!;

const CLASSES: readonly SystemClass[] = [
  {
    path: TOPOLOGY,
    summary: 'How the chips of a TPU are connected.',
    attributes: {
      device_coordinates: '',
      mesh_rank: { of: 'int' },
      mesh_shape: '',
      missing_devices: '',
      num_tasks: { of: 'int' },
      num_tpus_per_task: { of: 'int' },
    },
    methods: {
      cpu_device_name_at_coordinates: { of: 'str' },
      serialized: '',
      task_ordinal_at_coordinates: '',
      tpu_device_name_at_coordinates: { of: 'str' },
      tpu_device_ordinal_at_coordinates: '',
    },
  },
  {
    path: ASSIGNMENT,
    summary: 'Which cores run which replicas.',
    attributes: {
      core_assignment: '',
      num_cores_per_replica: { of: 'int' },
      num_replicas: { of: 'int' },
      topology: idOf(TOPOLOGY),
    },
    methods: {
      build: idOf(ASSIGNMENT),
      coordinates: '',
      host_device: { of: 'str' },
      lookup_replicas: '',
      tpu_device: { of: 'str' },
      tpu_ordinal: '',
    },
  },
  {
    path: 'distribute.cluster_resolver.TPUClusterResolver',
    summary: 'Finds the TPU that a program runs on.',
    attributes: { environment: { of: 'str' }, task_id: '', task_type: '', tpu_hardware_feature: '' },
    methods: {
      get_job_name: '',
      get_master: '',
      get_tpu_system_metadata: '',
      master: { of: 'str' },
      num_accelerators: { of: 'dict', holds: '' },
    },
    others: 'cluster_spec connect get_coordination_service_leader rpc_layer set_tpu_topology',
  },
];

/** What functions of the system do and give. */
const FUNCTIONS: Readonly<Record<string, readonly [summary: string, result: Result]>> = {
  'tpu.experimental.initialize_tpu_system': [
    'Initialises the TPU, which loses what it holds.',
    idOf(TOPOLOGY),
  ],
  'tpu.experimental.shutdown_tpu_system': ['Shuts the TPU down.', null],
  'config.experimental_connect_to_cluster': ['Connects the program with the hosts of a cluster.', null],
  'config.experimental_connect_to_host': ['Connects the program with one host.', null],
  'config.list_logical_devices': ['Lists the devices that TensorFlow has made.', { of: 'list' }],
  'config.list_physical_devices': ['Lists the devices that the host sees.', { of: 'list' }],
  'config.experimental.list_logical_devices': ['Lists the devices that TensorFlow has made.', { of: 'list' }],
  'config.experimental.list_physical_devices': ['Lists the devices that the host sees.', { of: 'list' }],
};

/** The objects of a TPU system. They are known for what they hold and give; editors show them by themselves. */
export const systemObjectEntries = (): Entry[] => [
  ...CLASSES.flatMap(classAndMethods),
  ...Object.entries(FUNCTIONS).map(([path, [summary, result]]) => ({
    ...described('function', everywhere(path), summary, returned(result)),
    result,
  })),
];

function classAndMethods({ path, summary, attributes, methods, others }: SystemClass): Entry[] {
  const names = everywhere(path);
  const cls: Entry = {
    ...described('class', names, summary, `A new \`${lastPart(path)}\`.`),
    lacksItems: true,
    attributes: [...Object.keys(attributes), ...Object.keys(methods), ...(others?.split(' ') ?? [])],
    holds: Object.fromEntries(Object.entries(attributes).map(([name, of]) => [name, { of }])),
  };
  const ofClass = Object.entries(methods).map(([name, result]) => ({
    ...described(
      'method',
      names.map((owner) => `${owner}.${name}`),
      summary,
      returned(result),
    ),
    result,
  }));
  return [cls, ...ofClass];
}

/** A result in words. */
function returned(result: Result): string {
  if (result === null) return 'Nothing.';
  if (typeof result === 'string')
    return result === '' ? 'What the system says.' : `A \`${lastPart(result)}\`.`;
  return 'of' in result ? `A value of the type \`${result.of}\`.` : 'Several values.';
}

const described = (
  kind: 'class' | 'function' | 'method',
  qualifiedNames: readonly string[],
  summary: string,
  returns: string,
): Entry => ({
  id: qualifiedNames[0]!,
  kind,
  name: lastPart(qualifiedNames[0]!),
  qualifiedNames,
  group: 'strategy',
  library: 'tensorflow',
  summary,
  doc: '',
  parameters: [],
  anyArguments: true,
  returns,
  foreign: true,
});
