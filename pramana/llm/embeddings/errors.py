"""What can go wrong with encoders. Without one, search is lexical and everything else works."""

from pramana.kit.errors import AppError, Unavailable


class EncoderMissing(AppError):
    """The model is not on this machine, or not configured."""

    code = "encoder_missing"
    status = 503


class EncoderUnavailable(Unavailable):
    """The provider of embeddings does not answer."""

    code = "encoder_unavailable"


class EncoderChanged(AppError):
    """The same model answered with vectors of another length: they must never be mixed."""

    code = "encoder_changed"
    status = 502
