/** The teams, for the web app. */
export { parseTeam, type Team, type TeamAbbr, TEAMS } from '@outlast/domain'
