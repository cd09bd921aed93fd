import { RULE_PRESETS } from '@outlast/domain'
import { simulatedMembers } from '@outlast/seasons/lab/members'
import { replaySeason } from '@outlast/seasons/lab/replay'
import { realSeason } from '@outlast/seasons/real/real-seasons'
import { REAL_SEASONS } from '@outlast/seasons/real/years'
const cpu = () => {
  const u = process.cpuUsage()
  return (u.user + u.system) / 1000
}
for (let round = 0; round < 2; round += 1) {
  const all = cpu()
  for (const preset of RULE_PRESETS) {
    if (preset === 'custom') continue
    const t = cpu()
    for (const y of REAL_SEASONS) replaySeason(realSeason(y), { preset }, simulatedMembers(realSeason(y), 1000))
    console.log(preset, Math.round(cpu() - t))
  }
  console.log('all', Math.round(cpu() - all))
}
