/** The teams and the words of the rules that screens need, for those who may not import the domain. */
export { parseTeam, type Team, type TeamAbbr, TEAMS } from '@outlast/domain'
