"""Every test of search and of filters, once more with a cluster beside the rows."""

import pytest

from tests.retrieval.test_filters_hold import *  # noqa: F403  (collected here a second time)
from tests.retrieval.test_search import *  # noqa: F403
from tests.retrieval.test_vectors import *  # noqa: F403

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cluster")]

# About PostgreSQL's own graph, which nothing asks where there is a cluster.
del test_the_graph_finds_what_comparing_everything_finds  # noqa: F821
del test_a_filter_that_lets_little_through_still_gets_everything_it_should  # noqa: F821
