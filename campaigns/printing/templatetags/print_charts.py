"""Charts of odds and luck for the sheets."""

from django import template

from campaigns.printing import charts

register = template.Library()
register.simple_tag(charts.steps_chart, name="steps_chart")
register.simple_tag(charts.bands_chart, name="bands_chart")
