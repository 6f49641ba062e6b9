import { expect, test } from 'vitest'
import { describedRoutes } from '#tests/support/api/api-operations.ts'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'

describeOnDatabase('the API of leads', (database) => {
  test('is described: what each route takes and answers', async () => {
    const app = await buildTestApp(database.handle())
    const routes = await describedRoutes(app, [
      '/api/contact',
      '/api/admin/leads',
      '/api/admin/erasures',
      '/api/admin/retention',
      '/api/admin/settings/retention',
    ])
    await app.close()
    // Those of other features are described beside them.
    const isOthers = (route: string) =>
      /\/(deliveries|contractors|referral|outcome|offers|agreement|claim|join|part) |leads\/news/.test(
        route,
      )
    expect(routes.filter((route) => !isOthers(route))).toEqual([
      '/api/admin/erasures GET (): 200 { data: { id, at, by, leads }[] }',
      '/api/admin/erasures POST ({ email, phone, leadId, expectedLeads }): 200 { data: { id, at, by, leads } }',
      '/api/admin/erasures/preview POST ({ email, phone, leadId }): 200 { data: { leads, notes, deliveries } }',
      '/api/admin/leads GET (q, service, status, source, stage, waitsFor, contractor, quarantined, order, limit, cursor): 200 { data: { id, name, email, phone, phoneAsTyped, address, service, message, createdAt, isContacted, stage, waitsFor, since, until, companyName, acceptedAt, callAt, calledAt, reason, isReported, joinedTo, isUrgent, lateness, remindAt, remindReason, reference, source, town, firstContactedAt, isQuarantined }[], nextCursor } or { data: { id, name, email, phone, phoneAsTyped, address, service, message, createdAt, isContacted }[] }',
      '/api/admin/leads POST ({ name, phone, email, address, town, service, cannotWait, submissionId, message }): 201 { data: { id } }',
      '/api/admin/leads/companies GET (): 200 { data: { id, companyName }[] }',
      '/api/admin/leads/count GET (q, service, status, source, stage, waitsFor, contractor, quarantined): 200 { data: { matching, isFloor, total } }',
      '/api/admin/leads/events GET (): 200 string',
      '/api/admin/leads/export GET (q, service, status, source, stage, waitsFor, contractor, quarantined, order, limit, cursor, ids): 200 { data: { id, name, email, phone, phoneAsTyped, address, service, message, createdAt, isContacted, stage, waitsFor, since, until, companyName, acceptedAt, callAt, calledAt, reason, isReported, joinedTo, isUrgent, lateness, remindAt, remindReason, reference, source, town, firstContactedAt, isQuarantined, feeCents }[], nextCursor }',
      '/api/admin/leads/sources GET (): 200 { data: { source, count }[] }',
      '/api/admin/leads/stats GET (): 200 { data: { total, new, contacted, thisWeek, quarantined } }',
      '/api/admin/leads/{leadId} GET (leadId): 200 { data: { id, name, email, phone, phoneAsTyped, address, service, message, createdAt, isContacted, stage, waitsFor, since, until, companyName, acceptedAt, callAt, calledAt, reason, isReported, joinedTo, isUrgent, lateness, remindAt, remindReason, reference, source, town, firstContactedAt, isQuarantined, attribution, consent, quarantineReasons, contactedBy, isOutside, cannotWait, enteredBy, answerMinutes, notes, history, related } }',
      '/api/admin/leads/{leadId} PATCH (leadId, { name, phone, email, address, town, service, cannotWait, was }): 200 { data: { corrected } }',
      '/api/admin/leads/{leadId}/additions GET (leadId): 200 { data: { place, callTime, words, withdrawnAt, photos } }',
      '/api/admin/leads/{leadId}/contact-status PATCH (leadId, { isContacted, isUndo }): 200 { data: { id, name, email, phone, phoneAsTyped, address, service, message, createdAt, isContacted, stage, waitsFor, since, until, companyName, acceptedAt, callAt, calledAt, reason, isReported, joinedTo, isUrgent, lateness, remindAt, remindReason, reference, source, town, firstContactedAt, isQuarantined } }',
      '/api/admin/leads/{leadId}/notes POST (leadId, { text }): 201 { data: { id, text, by, at } }',
      '/api/admin/leads/{leadId}/photos/{photoId} GET (size, leadId, photoId): 200 anything',
      '/api/admin/leads/{leadId}/quarantine POST (leadId): 200 { data: { id, name, email, phone, phoneAsTyped, address, service, message, createdAt, isContacted, stage, waitsFor, since, until, companyName, acceptedAt, callAt, calledAt, reason, isReported, joinedTo, isUrgent, lateness, remindAt, remindReason, reference, source, town, firstContactedAt, isQuarantined } }',
      '/api/admin/leads/{leadId}/rating GET (leadId): 200 { data: { leadId, hasCome, stars, text, mayPublish, shownName, shownTown, ratedAt, version, publishedAt } or null }',
      '/api/admin/leads/{leadId}/rating/publication DELETE (leadId): 200 { data: { leadId, hasCome, stars, text, mayPublish, shownName, shownTown, ratedAt, version, publishedAt } or null }',
      '/api/admin/leads/{leadId}/rating/publication PUT (leadId, { version }): 200 { data: { leadId, hasCome, stars, text, mayPublish, shownName, shownTown, ratedAt, version, publishedAt } or null }',
      '/api/admin/leads/{leadId}/release POST (leadId): 200 { data: { id, name, email, phone, phoneAsTyped, address, service, message, createdAt, isContacted, stage, waitsFor, since, until, companyName, acceptedAt, callAt, calledAt, reason, isReported, joinedTo, isUrgent, lateness, remindAt, remindReason, reference, source, town, firstContactedAt, isQuarantined } }',
      '/api/admin/leads/{leadId}/reminder DELETE (leadId): 204 nothing',
      '/api/admin/leads/{leadId}/reminder PUT (leadId, { when, reason }): 200 { data: { at, isSooner, isPutOff } }',
      '/api/admin/leads/{leadId}/urgency PUT (leadId, { cannotWait }): 204 nothing',
      '/api/admin/retention/preview GET (days): 200 { data: { leads, eachNight, oldest } }',
      '/api/admin/settings/retention GET (): 200 { data: { days, lastRun } }',
      '/api/admin/settings/retention PUT ({ days }): 200 { data: { days, lastRun } }',
      '/api/contact POST ({ name, email, phone, address, service, message, submissionId, form, page, consentVersion, visit, shownForMs, subject }): 201 { data: { submissionId, createdAt, reference, answerBy, place, requestPath } }',
    ])
  })
})
