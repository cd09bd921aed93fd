import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'

const fetchPlan = () => api.call('getSetup')

/** Loads the first week that the calendar suggests, again when the season changes. */
export const useSetupPlan = (seasonYear: number | null) => useQuery(fetchPlan, 'Failed to load the calendar', seasonYear)
