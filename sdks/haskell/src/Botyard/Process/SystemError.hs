-- | The names of system errors, as the contract's messages use them.
module Botyard.Process.SystemError
  ( hasErrno
  , reasonOf
  ) where

import Data.Text (Text)
import qualified Data.Text as Text
import Foreign.C.Error
import GHC.IO.Exception (IOException (..))

-- | The name of a system error, such as @ENOSPC@; its own words if it has no name here.
reasonOf :: IOException -> Text
reasonOf failed = case ioe_errno failed >>= \number -> lookup number names of
  Just name -> name
  Nothing -> Text.pack (ioe_description failed)
  where
    names = [(number, name) | (Errno number, name) <- known]

hasErrno :: Errno -> IOException -> Bool
hasErrno (Errno number) failed = ioe_errno failed == Just number

known :: [(Errno, Text)]
known =
  [ (eACCES, "EACCES")
  , (eADDRINUSE, "EADDRINUSE")
  , (eADDRNOTAVAIL, "EADDRNOTAVAIL")
  , (eAFNOSUPPORT, "EAFNOSUPPORT")
  , (eAGAIN, "EAGAIN")
  , (eBADF, "EBADF")
  , (eBUSY, "EBUSY")
  , (eCONNRESET, "ECONNRESET")
  , (eDQUOT, "EDQUOT")
  , (eEXIST, "EEXIST")
  , (eFBIG, "EFBIG")
  , (eINTR, "EINTR")
  , (eINVAL, "EINVAL")
  , (eIO, "EIO")
  , (eISDIR, "EISDIR")
  , (eLOOP, "ELOOP")
  , (eMFILE, "EMFILE")
  , (eMLINK, "EMLINK")
  , (eNAMETOOLONG, "ENAMETOOLONG")
  , (eNFILE, "ENFILE")
  , (eNOBUFS, "ENOBUFS")
  , (eNODEV, "ENODEV")
  , (eNOENT, "ENOENT")
  , (eNOMEM, "ENOMEM")
  , (eNOSPC, "ENOSPC")
  , (eNOSYS, "ENOSYS")
  , (eNOTDIR, "ENOTDIR")
  , (eNOTEMPTY, "ENOTEMPTY")
  , (eNXIO, "ENXIO")
  , (eOPNOTSUPP, "EOPNOTSUPP")
  , (ePERM, "EPERM")
  , (ePIPE, "EPIPE")
  , (ePROTO, "EPROTO")
  , (eROFS, "EROFS")
  , (eSTALE, "ESTALE")
  , (eTXTBSY, "ETXTBSY")
  , (eXDEV, "EXDEV")
  ]
