/** The directives of a unit in their order, by section. */
export type Unit = Readonly<Record<string, readonly (readonly [name: string, value: string])[]>>

/** The directives that the units use, as systemd.unit(5), systemd.service(5) and systemd.exec(5) spell them. A new one is added here. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  Unit: ['After', 'ConditionPathExists', 'Description', 'Documentation', 'StartLimitBurst', 'StartLimitIntervalSec', 'Wants'],
  Service: [
    'AmbientCapabilities',
    'CapabilityBoundingSet',
    'DevicePolicy',
    'Environment',
    'EnvironmentFile',
    'ExecStart',
    'Group',
    'KeyringMode',
    'KillMode',
    'KillSignal',
    'LimitNOFILE',
    'LockPersonality',
    'MemoryHigh',
    'MemoryMax',
    'NoNewPrivileges',
    'NotifyAccess',
    'OOMScoreAdjust',
    'PrivateDevices',
    'PrivateTmp',
    'ProtectClock',
    'ProtectControlGroups',
    'ProtectHome',
    'ProtectHostname',
    'ProtectKernelLogs',
    'ProtectKernelModules',
    'ProtectKernelTunables',
    'ProtectProc',
    'ProtectSystem',
    'Restart',
    'RestartPreventExitStatus',
    'RestartSec',
    'RestrictAddressFamilies',
    'RestrictNamespaces',
    'RestrictRealtime',
    'RestrictSUIDSGID',
    'StateDirectory',
    'StateDirectoryMode',
    'SystemCallArchitectures',
    'SystemCallErrorNumber',
    'SystemCallFilter',
    'TasksMax',
    'TimeoutStartSec',
    'TimeoutStopSec',
    'Type',
    'UMask',
    'User',
    'WatchdogSec',
    'WatchdogSignal',
    'WorkingDirectory',
  ],
  Install: ['WantedBy'],
}

/** Parses a unit as systemd does, and throws where systemd would warn: an unknown section or directive, or a line that is neither. */
export function parseUnit(text: string): Unit {
  const unit: Record<string, (readonly [string, string])[]> = {}
  let section = ''
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || /^[#;]/.test(line)) continue
    const heading = /^\[(\w+)\]$/.exec(line)?.[1]
    if (heading !== undefined) {
      if (KNOWN[heading] === undefined) throw new Error(`line ${index + 1}: unknown section ${heading}`)
      section = heading
      unit[section] ??= []
      continue
    }
    const [, name = '', value = ''] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? []
    if (KNOWN[section]?.includes(name) !== true) throw new Error(`line ${index + 1}: unknown directive ${line} in [${section}]`)
    unit[section]?.push([name, value])
  }
  return unit
}

/** Returns the values of a directive that may be repeated. */
export const valuesOf = (unit: Unit, section: string, name: string): readonly string[] =>
  (unit[section] ?? []).flatMap(([key, value]) => (key === name ? [value] : []))

/** Parses `Environment=` values: assignments that are separated by spaces. */
export const environmentOf = (unit: Unit): Readonly<Record<string, string>> =>
  Object.fromEntries(
    valuesOf(unit, 'Service', 'Environment').flatMap((line) =>
      line.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
    ),
  )
